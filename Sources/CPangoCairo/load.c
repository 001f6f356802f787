#include "CPangoCairo.h"

#include "CDynamicLibrary.h"

// One row for each member of HybridPango: where it goes and what it is called.
#define PANGO(name) {offsetof(HybridPango, name), "pango_" #name}
#define OTHER(name) {offsetof(HybridPango, name), #name}

static const HybridSymbol symbols[] = {
    OTHER(FcConfigCreate),
    OTHER(FcConfigAppFontAddFile),
    OTHER(FcConfigBuildFonts),
    OTHER(FcConfigSetCurrent),
    OTHER(g_object_unref),
    PANGO(ft2_font_map_new),
    PANGO(fc_font_map_set_config),
    PANGO(font_map_create_context),
    PANGO(context_set_base_dir),
    PANGO(context_set_language),
    PANGO(context_set_round_glyph_positions),
    PANGO(language_from_string),
    PANGO(font_description_new),
    PANGO(font_description_set_family),
    PANGO(font_description_set_weight),
    PANGO(font_description_set_style),
    PANGO(font_description_set_absolute_size),
    PANGO(font_map_load_font),
    PANGO(font_has_char),
    PANGO(font_get_hb_font),
    OTHER(hb_font_get_h_extents),
    OTHER(hb_font_get_nominal_glyph),
    OTHER(hb_font_get_glyph_h_advance),
    OTHER(hb_font_get_face),
    OTHER(hb_font_create),
    OTHER(hb_font_destroy),
    OTHER(hb_font_set_variations),
    OTHER(hb_face_get_upem),
    OTHER(hb_face_get_glyph_count),
    OTHER(hb_face_reference_table),
    OTHER(hb_face_create),
    OTHER(hb_face_destroy),
    OTHER(hb_blob_create),
    OTHER(hb_blob_create_from_file),
    OTHER(hb_blob_get_length),
    OTHER(hb_blob_get_data),
    OTHER(hb_blob_destroy),
    OTHER(hb_buffer_create),
    OTHER(hb_buffer_reset),
    OTHER(hb_buffer_add_utf8),
    OTHER(hb_buffer_set_direction),
    OTHER(hb_buffer_set_language),
    OTHER(hb_buffer_guess_segment_properties),
    OTHER(hb_language_from_string),
    OTHER(hb_shape),
    OTHER(hb_buffer_get_glyph_infos),
    OTHER(hb_buffer_get_glyph_positions),
    OTHER(hb_font_get_glyph_extents),
    OTHER(hb_font_get_glyph_shape),
    OTHER(hb_draw_funcs_create),
    OTHER(hb_draw_funcs_set_move_to_func),
    OTHER(hb_draw_funcs_set_line_to_func),
    OTHER(hb_draw_funcs_set_quadratic_to_func),
    OTHER(hb_draw_funcs_set_cubic_to_func),
    OTHER(hb_draw_funcs_set_close_path_func),
    OTHER(hb_ot_color_glyph_reference_png),
    PANGO(layout_new),
    PANGO(layout_set_auto_dir),
    PANGO(layout_set_font_description),
    PANGO(layout_set_text),
    PANGO(layout_set_attributes),
    PANGO(layout_get_log_attrs_readonly),
    PANGO(layout_get_lines_readonly),
    PANGO(glyph_item_get_logical_widths),
    PANGO(attr_list_new),
    PANGO(attr_list_unref),
    PANGO(attr_list_insert),
    PANGO(attr_font_desc_new),
    PANGO(attr_font_features_new),
};

_Static_assert(
    sizeof symbols / sizeof *symbols * sizeof(void *) == sizeof(HybridPango),
    "a row for every function");

const char *hybrid_pango_load(HybridPango *functions) {
  // Its dependencies (Pango, fontconfig, HarfBuzz, GObject) come with it, and dlsym looks through them as
  // well.
  return hybrid_load_symbols("libpangoft2-1.0.so.0", symbols, sizeof symbols / sizeof *symbols, functions);
}
