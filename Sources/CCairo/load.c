#include "CCairo.h"

#include <dlfcn.h>
#include <stddef.h>

// One row for each member of HybridCairo: where it goes and what it is called.
#define CAIRO(name) {offsetof(HybridCairo, name), "cairo_" #name}

static const struct {
  size_t offset;
  const char *name;
} rows[] = {
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
    CAIRO(mask_surface),
    CAIRO(set_fill_rule),
    CAIRO(set_line_width),
    CAIRO(set_line_cap),
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

_Static_assert(sizeof(rows) / sizeof(rows[0]) * sizeof(void *) == sizeof(HybridCairo), "a row for every function");

const char *hybrid_cairo_load(const char *name, HybridCairo *functions) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) return dlerror();
  for (size_t index = 0; index < sizeof(rows) / sizeof(rows[0]); index++) {
    void *function = dlsym(library, rows[index].name);
    if (function == NULL) return dlerror();
    *(void **)((char *)functions + rows[index].offset) = function;
  }
  return NULL;
}
