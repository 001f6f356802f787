#include "CCairo.h"

#include "CDynamicLibrary.h"

// One row for each member of HybridCairo: where it goes and what it is called.
#define CAIRO(name) {offsetof(HybridCairo, name), "cairo_" #name}

static const HybridSymbol symbols[] = {
    CAIRO(image_surface_create),
    CAIRO(image_surface_create_for_data),
    CAIRO(image_surface_get_data),
    CAIRO(image_surface_get_stride),
    CAIRO(svg_surface_create_for_stream),
    CAIRO(svg_surface_restrict_to_version),
    CAIRO(surface_flush),
    CAIRO(surface_mark_dirty),
    CAIRO(surface_finish),
    CAIRO(surface_destroy),
    CAIRO(surface_status),
    CAIRO(create),
    CAIRO(destroy),
    CAIRO(status),
    CAIRO(save),
    CAIRO(restore),
    CAIRO(set_matrix),
    CAIRO(new_path),
    CAIRO(move_to),
    CAIRO(line_to),
    CAIRO(curve_to),
    CAIRO(close_path),
    CAIRO(rectangle),
    CAIRO(clip),
    CAIRO(fill),
    CAIRO(stroke),
    CAIRO(paint),
    CAIRO(paint_with_alpha),
    CAIRO(set_operator),
    CAIRO(mask_surface),
    CAIRO(set_fill_rule),
    CAIRO(set_line_width),
    CAIRO(set_line_cap),
    CAIRO(set_line_join),
    CAIRO(set_miter_limit),
    CAIRO(in_fill),
    CAIRO(in_stroke),
    CAIRO(clip_extents),
    CAIRO(set_dash),
    CAIRO(set_source_rgba),
    CAIRO(set_source),
    CAIRO(push_group),
    CAIRO(pop_group_to_source),
    CAIRO(pattern_create_linear),
    CAIRO(pattern_create_radial),
    CAIRO(pattern_create_for_surface),
    CAIRO(pattern_add_color_stop_rgba),
    CAIRO(pattern_set_extend),
    CAIRO(pattern_set_filter),
    CAIRO(pattern_set_matrix),
    CAIRO(pattern_destroy),
};

_Static_assert(
    sizeof symbols / sizeof *symbols * sizeof(void *) == sizeof(HybridCairo),
    "a row for every function");

const char *hybrid_cairo_load(const char *name, HybridCairo *functions) {
  return hybrid_load_symbols(name, symbols, sizeof symbols / sizeof *symbols, functions);
}
