#pragma once

// Functions of gdk-pixbuf, libwebp and librsvg that decode pictures, found when first needed and not when a
// program starts.
//
// A project without pictures needs none of them, and each is needed for its formats only. The functions and
// structures are fixed by the ABI promises of gdk-pixbuf 2, libwebp 7, librsvg 2 and cairo 1; they are
// declared here, so building needs no headers of theirs. All objects are opaque.
//
// Threads: objects made by one thread are used by that thread only; the libraries share nothing else.

#include <stddef.h>
#include <stdint.h>

// gdk-pixbuf, named as in the library without `gdk_pixbuf_`, and what it takes from GObject.
typedef struct {
  void *(*loader_new_with_type)(const char *type, void **error);
  int (*loader_write)(void *loader, const unsigned char *bytes, size_t count, void **error);
  int (*loader_close)(void *loader, void **error);
  void (*loader_set_size)(void *loader, int width, int height);
  // The first frame, owned by the loader.
  void *(*loader_get_pixbuf)(void *loader);
  // A new object.
  void *(*apply_embedded_orientation)(void *pixbuf);
  void *(*add_alpha)(const void *pixbuf, int substitute, unsigned char r, unsigned char g, unsigned char b);
  void *(*scale_simple)(const void *pixbuf, int width, int height, int interpolation);
  int (*get_width)(const void *pixbuf);
  int (*get_height)(const void *pixbuf);
  int (*get_rowstride)(const void *pixbuf);
  int (*get_n_channels)(const void *pixbuf);
  const unsigned char *(*read_pixels)(const void *pixbuf);
  unsigned long (*g_signal_connect_data)(
      void *object, const char *signal, void (*handler)(void), void *data, void *destroy, int flags);
  void (*g_object_unref)(void *object);
} HybridPixbuf;

// GdkInterpType: averages the pixels that one pixel takes the place of.
enum { HybridPixbufBilinear = 2 };

// What a loader is told when it knows the size of a picture.
typedef void (*HybridPixbufSizePrepared)(void *loader, int width, int height, void *data);

// Calls `handler` before a loader makes room for the pixels.
void hybrid_pixbuf_on_size(
    const HybridPixbuf *functions, void *loader, HybridPixbufSizePrepared handler, void *data);

// libwebp, named as in the library without `WebP`.
typedef struct {
  int (*GetInfo)(const uint8_t *data, size_t size, int *width, int *height);
  uint8_t *(*DecodeRGBA)(const uint8_t *data, size_t size, int *width, int *height);
  void (*Free)(void *pixels);
} HybridWebP;

// RsvgRectangle
typedef struct {
  double x, y, width, height;
} HybridSVGRectangle;

// RsvgLength
typedef struct {
  double length;
  int unit;
} HybridSVGLength;

// librsvg, named as in the library without `rsvg_`, and what it draws on.
typedef struct {
  void *(*handle_new_from_data)(const uint8_t *data, size_t size, void **error);
  void (*handle_get_intrinsic_dimensions)(
      void *handle, int *hasWidth, HybridSVGLength *width, int *hasHeight, HybridSVGLength *height,
      int *hasViewBox, HybridSVGRectangle *viewBox);
  int (*handle_get_intrinsic_size_in_pixels)(void *handle, double *width, double *height);
  int (*handle_render_document)(
      void *handle, void *cairo, const HybridSVGRectangle *viewport, void **error);
  void (*g_object_unref)(void *object);
  void *(*cairo_image_surface_create)(int format, int width, int height);
  void *(*cairo_create)(void *surface);
  void (*cairo_scale)(void *cairo, double x, double y);
  int (*cairo_status)(void *cairo);
  void (*cairo_surface_flush)(void *surface);
  unsigned char *(*cairo_image_surface_get_data)(void *surface);
  int (*cairo_image_surface_get_stride)(void *surface);
  void (*cairo_destroy)(void *cairo);
  void (*cairo_surface_destroy)(void *surface);
} HybridRSVG;

// Each finds its functions in the shared library called `name`. Returns null when all are there, or else what
// is missing, in the loader's words; the text is good until this thread's next call of the loader. The
// library stays loaded until the process ends.
const char *hybrid_pixbuf_load(const char *name, HybridPixbuf *functions);
const char *hybrid_webp_load(const char *name, HybridWebP *functions);
const char *hybrid_rsvg_load(const char *name, HybridRSVG *functions);
