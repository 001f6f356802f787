#pragma once

// Pango's functions for measuring text, found when first needed and not when a program starts.
//
// Linking Pango makes every start of every command load some twenty libraries. The functions and the parts of
// structures below are fixed by the ABI promise of Pango 1.x, fontconfig 1, HarfBuzz 0 and GObject 2; they
// are declared here, so building needs no headers of theirs. All objects are opaque: only what a field is
// read of has a layout.
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

// PangoGlyphInfo: a glyph with its geometry, in Pango's units.
typedef struct {
  uint32_t glyph;
  int width;
  int x_offset;
  int y_offset;
  uint32_t attributes;
} HybridPangoGlyph;

// The start of PangoGlyphString: glyphs from left to right, and the byte of the item that each is for.
typedef struct {
  int count;
  HybridPangoGlyph *glyphs;
  int *clusters;
} HybridPangoGlyphs;

// From here on a glyph of Pango is none of the font: a box, or nothing.
enum { HybridPangoOblique = 1, HybridPangoItalic = 2 };  // PangoStyle
enum { HybridPangoNoGlyph = 0x0FFFFFFF };

typedef struct {
  HybridPangoItem *item;
  HybridPangoGlyphs *glyphs;
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

// hb_glyph_info_t and hb_glyph_position_t: a glyph, the byte that it is for, and its geometry in units of its
// font.
typedef struct {
  uint32_t glyph;
  uint32_t mask;
  uint32_t cluster;
  uint32_t reserved[2];
} HybridGlyphInfo;

typedef struct {
  int32_t x_advance;
  int32_t y_advance;
  int32_t x_offset;
  int32_t y_offset;
  uint32_t reserved;
} HybridGlyphPosition;

typedef struct {
  int32_t x_bearing;
  int32_t y_bearing;
  int32_t width;
  int32_t height;
} HybridGlyphExtents;

typedef struct {
  uint32_t tag;
  uint32_t value;
  unsigned start;
  unsigned end;
} HybridFontFeature;

typedef struct {
  uint32_t tag;
  float value;
} HybridFontVariation;

enum { HybridBlobCopy = 0 };  // hb_memory_mode_t

// The parts of an outline, as HarfBuzz tells them: hb_draw_…_func_t. `data` is what the outline was asked for
// with.
typedef void (*HybridDrawPoint)(void *functions, void *data, void *state, float x, float y, void *own);
typedef void (*HybridDrawQuadratic)(
    void *functions, void *data, void *state, float x1, float y1, float x, float y, void *own);
typedef void (*HybridDrawCubic)(
    void *functions, void *data, void *state, float x1, float y1, float x2, float y2, float x, float y,
    void *own);
typedef void (*HybridDrawClose)(void *functions, void *data, void *state, void *own);

enum {
  HybridLeftToRight = 4,  // hb_direction_t
  HybridRightToLeft = 5,
};

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
  void (*font_description_set_style)(void *description, int style);
  void (*font_description_set_absolute_size)(void *description, double size);
  void *(*font_map_load_font)(void *map, void *context, const void *description);
  int (*font_has_char)(void *font, uint32_t character);
  void *(*font_get_hb_font)(void *font);
  int (*hb_font_get_h_extents)(void *font, HybridFontExtents *extents);
  int (*hb_font_get_nominal_glyph)(void *font, uint32_t character, uint32_t *glyph);
  int32_t (*hb_font_get_glyph_h_advance)(void *font, uint32_t glyph);
  void *(*hb_font_get_face)(void *font);
  void *(*hb_font_create)(void *face);
  void (*hb_font_destroy)(void *font);
  void (*hb_font_set_variations)(void *font, const HybridFontVariation *variations, unsigned count);
  unsigned (*hb_face_get_upem)(void *face);
  unsigned (*hb_face_get_glyph_count)(void *face);
  void *(*hb_face_reference_table)(void *face, uint32_t tag);
  void *(*hb_face_create)(void *blob, unsigned index);
  void (*hb_face_destroy)(void *face);
  void *(*hb_blob_create)(const char *data, unsigned length, int mode, void *user_data, void *destroy);
  void *(*hb_blob_create_from_file)(const char *path);
  unsigned (*hb_blob_get_length)(void *blob);
  const char *(*hb_blob_get_data)(void *blob, unsigned *length);
  void (*hb_blob_destroy)(void *blob);
  void *(*hb_buffer_create)(void);
  void (*hb_buffer_reset)(void *buffer);
  void (*hb_buffer_add_utf8)(
      void *buffer, const char *text, int length, unsigned start, int count);
  void (*hb_buffer_set_direction)(void *buffer, int direction);
  void (*hb_buffer_set_language)(void *buffer, void *language);
  void (*hb_buffer_guess_segment_properties)(void *buffer);
  void *(*hb_language_from_string)(const char *name, int length);
  void (*hb_shape)(void *font, void *buffer, const HybridFontFeature *features, unsigned count);
  HybridGlyphInfo *(*hb_buffer_get_glyph_infos)(void *buffer, unsigned *count);
  HybridGlyphPosition *(*hb_buffer_get_glyph_positions)(void *buffer, unsigned *count);
  int (*hb_font_get_glyph_extents)(void *font, uint32_t glyph, HybridGlyphExtents *extents);
  void (*hb_font_get_glyph_shape)(void *font, uint32_t glyph, void *functions, void *data);
  void *(*hb_draw_funcs_create)(void);
  void (*hb_draw_funcs_set_move_to_func)(void *functions, HybridDrawPoint function, void *own, void *destroy);
  void (*hb_draw_funcs_set_line_to_func)(void *functions, HybridDrawPoint function, void *own, void *destroy);
  void (*hb_draw_funcs_set_quadratic_to_func)(
      void *functions, HybridDrawQuadratic function, void *own, void *destroy);
  void (*hb_draw_funcs_set_cubic_to_func)(
      void *functions, HybridDrawCubic function, void *own, void *destroy);
  void (*hb_draw_funcs_set_close_path_func)(
      void *functions, HybridDrawClose function, void *own, void *destroy);
  void *(*hb_ot_color_glyph_reference_png)(void *font, uint32_t glyph);
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

// Finds every function. Returns null when all are there, or else what is missing, in the loader's words; the
// text is good until this thread's next call of the loader. The libraries stay loaded until the process ends.
const char *hybrid_pango_load(HybridPango *functions);
