#include <expat.h>
#include <stdint.h>

/// The place in the document, in bytes, of what is being read; -1 for none.
static inline int64_t pose3d_expat_place(XML_Parser parser) {
  // Expat 2.9 has another function for it and warns of the old one.
#if XML_MAJOR_VERSION > 2 || (XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION >= 9)
  return XML_GetCurrentByteIndex64(parser);
#else
  return XML_GetCurrentByteIndex(parser);
#endif
}
