#pragma once
// libxml2's own ICU headers clash with the ones in Foundation, so the configuration is read first and that
// part put out.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

// How deep XML may nest: a global that Swift sees as unsafe to touch. Set once, before the first parser is
// made.
static inline void CLibXML2SetMaximumDepth(unsigned int depth) { xmlParserMaxDepth = depth; }
