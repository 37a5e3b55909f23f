#include "last_error.h"

#include "pose3d.h"

#include <stdio.h>

static _Thread_local char sentence_kept[8192], code_kept[64];

const char *p3_last_error(void) { return sentence_kept; }

const char *p3_last_error_code(void) { return code_kept; }

// Cut between characters: UTF-8's further bytes begin with the bits 10.
static void keep(char *kept, size_t capacity, const char *text) {
  int length = snprintf(kept, capacity, "%s", text);
  if (length < 0 || (size_t)length < capacity) return;
  size_t end = capacity - 1;
  while (end > 0 && (text[end] & 0xC0) == 0x80) end--;
  kept[end] = 0;
}

void p3_set_last_error(const char *code, const char *sentence) {
  keep(code_kept, sizeof code_kept, code);
  keep(sentence_kept, sizeof sentence_kept, sentence);
}
