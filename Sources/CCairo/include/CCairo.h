#pragma once

// Cairo's functions for drawing pictures, found when first needed and not when a program starts.
//
// Only a render as PNG or SVG needs them. The functions and the structure below are fixed by the ABI promise
// of Cairo 1; they are declared here, so building needs no headers of it. All objects are opaque.
//
// Threads: one thread at a time may use one context and its surface. Different ones share nothing that Cairo
// does not lock.

#include <stdint.h>

// cairo_matrix_t
typedef struct {
  double xx, yx, xy, yy, x0, y0;
} HybridCairoMatrix;

// cairo_write_func_t: returns 0 when all is well.
typedef int (*HybridCairoWrite)(void *closure, const unsigned char *data, unsigned int length);

enum {
  HybridCairoARGB32 = 0,  // cairo_format_t
  HybridCairoA8 = 2,
  HybridCairoWinding = 0,  // cairo_fill_rule_t
  HybridCairoEvenOdd = 1,
  HybridCairoExtendNone = 0,  // cairo_extend_t
  HybridCairoExtendRepeat = 1,
  HybridCairoExtendPad = 3,
  HybridCairoFilterGood = 1,  // cairo_filter_t
  HybridCairoFilterNearest = 3,
  HybridCairoCapButt = 0,  // cairo_line_cap_t
  HybridCairoCapRound = 1,
  HybridCairoCapSquare = 2,
  HybridCairoJoinMiter = 0,  // cairo_line_join_t
  HybridCairoJoinRound = 1,
  HybridCairoJoinBevel = 2,
  HybridCairoSVG11 = 0,  // cairo_svg_version_t
  HybridCairoClear = 0,  // cairo_operator_t
  HybridCairoOver = 2,
  HybridCairoAdd = 12,
  HybridCairoMultiply = 14,  // and the other modes of blending in the order of the PDF specification
};

// Every function is named as in its library, without the prefix `cairo_`.
typedef struct {
  void *(*image_surface_create)(int format, int width, int height);
  void *(*image_surface_create_for_data)(unsigned char *data, int format, int width, int height, int stride);
  unsigned char *(*image_surface_get_data)(void *surface);
  int (*image_surface_get_stride)(void *surface);
  void *(*svg_surface_create_for_stream)(HybridCairoWrite write, void *closure, double width, double height);
  void (*svg_surface_restrict_to_version)(void *surface, int version);
  void (*surface_flush)(void *surface);
  void (*surface_mark_dirty)(void *surface);
  void (*surface_finish)(void *surface);
  void (*surface_destroy)(void *surface);
  int (*surface_status)(void *surface);
  void *(*create)(void *surface);
  void (*destroy)(void *context);
  int (*status)(void *context);
  void (*save)(void *context);
  void (*restore)(void *context);
  void (*set_matrix)(void *context, const HybridCairoMatrix *matrix);
  void (*new_path)(void *context);
  void (*move_to)(void *context, double x, double y);
  void (*line_to)(void *context, double x, double y);
  void (*curve_to)(void *context, double x1, double y1, double x2, double y2, double x3, double y3);
  void (*close_path)(void *context);
  void (*rectangle)(void *context, double x, double y, double width, double height);
  void (*clip)(void *context);
  void (*fill)(void *context);
  void (*stroke)(void *context);
  void (*paint)(void *context);
  void (*paint_with_alpha)(void *context, double alpha);
  void (*set_operator)(void *context, int how);
  void (*mask_surface)(void *context, void *surface, double x, double y);
  void (*set_fill_rule)(void *context, int rule);
  void (*set_line_width)(void *context, double width);
  void (*set_line_cap)(void *context, int cap);
  void (*set_line_join)(void *context, int join);
  void (*set_miter_limit)(void *context, double limit);
  int (*in_fill)(void *context, double x, double y);
  int (*in_stroke)(void *context, double x, double y);
  void (*clip_extents)(void *context, double *left, double *top, double *right, double *bottom);
  void (*set_dash)(void *context, const double *dashes, int count, double offset);
  void (*set_source_rgba)(void *context, double red, double green, double blue, double alpha);
  void (*set_source)(void *context, void *pattern);
  void (*push_group)(void *context);
  void (*pop_group_to_source)(void *context);
  void *(*pattern_create_linear)(double x0, double y0, double x1, double y1);
  void *(*pattern_create_radial)(double x0, double y0, double r0, double x1, double y1, double r1);
  void *(*pattern_create_for_surface)(void *surface);
  void (*pattern_add_color_stop_rgba)(
      void *pattern, double offset, double red, double green, double blue, double alpha);
  void (*pattern_set_extend)(void *pattern, int extend);
  void (*pattern_set_filter)(void *pattern, int filter);
  void (*pattern_set_matrix)(void *pattern, const HybridCairoMatrix *matrix);
  void (*pattern_destroy)(void *pattern);
} HybridCairo;

// Finds every function in the shared library called `name`. Returns null when all are there, or else what is
// missing, in the loader's words; the text is good until this thread's next call of the loader. The library
// stays loaded until the process ends.
const char *hybrid_cairo_load(const char *name, HybridCairo *functions);
