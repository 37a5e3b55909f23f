/* The last error of each thread, which Swift has no storage for. No API: pose3d.h is. */
#pragma once

/** Keeps a sentence and its code for p3_last_error of this thread; texts that are too long are cut. */
void p3_set_last_error(const char *code, const char *sentence);
