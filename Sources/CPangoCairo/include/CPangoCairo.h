#pragma once

// Pango's functions for measuring text, found when first needed and not when a program starts.
//
// Linking Pango makes every start of every command load some twenty libraries. The functions and the parts of structures
// below are fixed by the ABI promise of Pango 1.x, fontconfig 1, HarfBuzz 0 and GObject 2; they are declared here, so
// building needs no headers of theirs. All objects are opaque: only what a field is read of has a layout.
//
// Threads: one thread at a time may use the objects of one font map. HybridDrawing holds a lock.

#include <stdint.h>

// PangoLogAttr: the flags of the position before one character.
enum {
  HybridLineBreak = 1 << 0,
  HybridMandatoryBreak = 1 << 1,
  HybridCharacterBreak = 1 << 2,
  HybridCursorPosition = 1 << 4,
};

// The start of PangoItem, up to the end of PangoAnalysis's `script`.
typedef struct {
  int offset;
  int length;
  int num_chars;
  void *shape_engine;
  void *lang_engine;
  void *font;
  uint8_t level;
  uint8_t gravity;
  uint8_t flags;
  uint8_t script;
} HybridPangoItem;

typedef struct {
  HybridPangoItem *item;
  void *glyphs;
} HybridPangoGlyphItem;

typedef struct HybridPangoList {
  void *data;
  struct HybridPangoList *next;
} HybridPangoList;

typedef struct {
  void *layout;
  int start_index;
  int length;
  HybridPangoList *runs;
  unsigned is_paragraph_start : 1;
  unsigned resolved_dir : 3;
} HybridPangoLine;

typedef struct {
  const void *type;
  unsigned start_index;
  unsigned end_index;
} HybridPangoAttribute;

typedef struct {
  int32_t ascender;
  int32_t descender;
  int32_t line_gap;
  int32_t reserved[9];
} HybridFontExtents;

// Every function is named as in its library, without the prefix `pango_` where there is one.
typedef struct {
  void *(*FcConfigCreate)(void);
  int (*FcConfigAppFontAddFile)(void *config, const uint8_t *file);
  int (*FcConfigBuildFonts)(void *config);
  int (*FcConfigSetCurrent)(void *config);
  void (*g_object_unref)(void *object);
  void *(*ft2_font_map_new)(void);
  void (*fc_font_map_set_config)(void *map, void *config);
  void *(*font_map_create_context)(void *map);
  void (*context_set_base_dir)(void *context, int direction);
  void (*context_set_language)(void *context, void *language);
  void (*context_set_round_glyph_positions)(void *context, int round);
  void *(*language_from_string)(const char *language);
  void *(*font_description_new)(void);
  void (*font_description_set_family)(void *description, const char *family);
  void (*font_description_set_weight)(void *description, int weight);
  void (*font_description_set_absolute_size)(void *description, double size);
  void *(*font_map_load_font)(void *map, void *context, const void *description);
  int (*font_has_char)(void *font, uint32_t character);
  void *(*font_get_hb_font)(void *font);
  int (*hb_font_get_h_extents)(void *font, HybridFontExtents *extents);
  int (*hb_font_get_nominal_glyph)(void *font, uint32_t character, uint32_t *glyph);
  int32_t (*hb_font_get_glyph_h_advance)(void *font, uint32_t glyph);
  void *(*layout_new)(void *context);
  void (*layout_set_auto_dir)(void *layout, int automatic);
  void (*layout_set_font_description)(void *layout, const void *description);
  void (*layout_set_text)(void *layout, const char *text, int length);
  void (*layout_set_attributes)(void *layout, void *attributes);
  const uint32_t *(*layout_get_log_attrs_readonly)(void *layout, int *count);
  HybridPangoList *(*layout_get_lines_readonly)(void *layout);
  void (*glyph_item_get_logical_widths)(HybridPangoGlyphItem *run, const char *text, int *widths);
  void *(*attr_list_new)(void);
  void (*attr_list_unref)(void *list);
  void (*attr_list_insert)(void *list, HybridPangoAttribute *attribute);
  HybridPangoAttribute *(*attr_font_desc_new)(const void *description);
  HybridPangoAttribute *(*attr_font_features_new)(const char *features);
} HybridPango;

// Finds every function. Returns null when all are there, or else what is missing, in the loader's words; the text is
// good until this thread's next call of the loader. The libraries stay loaded until the process ends.
const char *hybrid_pango_load(HybridPango *functions);
