#pragma once
// libxml2's own ICU headers clash with the ones in Foundation, so the configuration is read first and that part put out.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

// `xmlFree` is a global variable, which Swift takes for shared state.
static inline void hybridFreeText(xmlChar *text) {
  if (text) xmlFree(text);
}
