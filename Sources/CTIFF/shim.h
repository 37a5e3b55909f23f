#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <tiffio.h>

// Swift can't call variadic functions: one wrapper for each kind of value that a tag has.
static inline int tiff_get_short(TIFF *tiff, uint32_t tag, uint16_t *value) {
  return TIFFGetFieldDefaulted(tiff, tag, value);
}

static inline int tiff_get_long(TIFF *tiff, uint32_t tag, uint32_t *value) {
  return TIFFGetFieldDefaulted(tiff, tag, value);
}

static inline int tiff_get_shorts(TIFF *tiff, uint32_t tag, uint16_t *count, uint16_t **values) {
  return TIFFGetFieldDefaulted(tiff, tag, count, values);
}

// The text of a tag that libtiff itself doesn't know, which comes with its length.
static inline int tiff_get_text(TIFF *tiff, uint32_t tag, uint32_t *length, char **text) {
  const TIFFField *field = TIFFFindField(tiff, tag, TIFF_ASCII);
  if (!field || !TIFFFieldPassCount(field) || TIFFFieldSetGetCountSize(field) != 4) return 0;
  return TIFFGetField(tiff, tag, length, text);
}

static inline int tiff_set(TIFF *tiff, uint32_t tag, uint32_t value) {
  return TIFFSetField(tiff, tag, value);
}

// The first message of a kind since the text was last emptied.
typedef struct {
  char text[256];
} tiff_message;

// A handler's arguments are a va_list, which only C can print.
static inline int tiff_keep_message(
    TIFF *tiff, void *kept, const char *module, const char *format, va_list arguments) {
  tiff_message *message = kept;
  (void)tiff;
  (void)module;
  if (!message->text[0]) vsnprintf(message->text, sizeof message->text, format, arguments);
  return 1;  // nothing is printed, and no handler of the whole process is asked
}

static inline void tiff_keep_messages(
    TIFFOpenOptions *options, tiff_message *error, tiff_message *warning) {
  TIFFOpenOptionsSetErrorHandlerExtR(options, tiff_keep_message, error);
  TIFFOpenOptionsSetWarningHandlerExtR(options, tiff_keep_message, warning);
}
