#include "CImageCodecs.h"

#include "CDynamicLibrary.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows[0]))

// One row for each member of a structure: where it goes and what it is called.
static const HybridSymbol pixbuf[] = {
#define PIXBUF(name) {offsetof(HybridPixbuf, name), "gdk_pixbuf_" #name}
#define OTHER(name) {offsetof(HybridPixbuf, name), #name}
    PIXBUF(loader_new_with_type),
    PIXBUF(loader_write),
    PIXBUF(loader_close),
    PIXBUF(loader_set_size),
    PIXBUF(loader_get_pixbuf),
    PIXBUF(apply_embedded_orientation),
    PIXBUF(add_alpha),
    PIXBUF(scale_simple),
    PIXBUF(get_width),
    PIXBUF(get_height),
    PIXBUF(get_rowstride),
    PIXBUF(get_n_channels),
    PIXBUF(read_pixels),
    OTHER(g_signal_connect_data),
    OTHER(g_object_unref),
#undef OTHER
};

static const HybridSymbol webp[] = {
#define WEBP(name) {offsetof(HybridWebP, name), "WebP" #name}
    WEBP(GetInfo),
    WEBP(DecodeRGBA),
    WEBP(Free),
};

static const HybridSymbol rsvg[] = {
#define RSVG(name) {offsetof(HybridRSVG, name), "rsvg_" #name}
#define OTHER(name) {offsetof(HybridRSVG, name), #name}
    RSVG(handle_new_from_data),
    RSVG(handle_get_intrinsic_dimensions),
    RSVG(handle_get_intrinsic_size_in_pixels),
    RSVG(handle_render_document),
    OTHER(g_object_unref),
    OTHER(cairo_image_surface_create),
    OTHER(cairo_create),
    OTHER(cairo_scale),
    OTHER(cairo_status),
    OTHER(cairo_surface_flush),
    OTHER(cairo_image_surface_get_data),
    OTHER(cairo_image_surface_get_stride),
    OTHER(cairo_destroy),
    OTHER(cairo_surface_destroy),
};

const char *hybrid_pixbuf_load(const char *name, HybridPixbuf *functions) {
  return hybrid_load_symbols(name, pixbuf, COUNT(pixbuf), functions);
}

const char *hybrid_webp_load(const char *name, HybridWebP *functions) {
  return hybrid_load_symbols(name, webp, COUNT(webp), functions);
}

const char *hybrid_rsvg_load(const char *name, HybridRSVG *functions) {
  return hybrid_load_symbols(name, rsvg, COUNT(rsvg), functions);
}

void hybrid_pixbuf_on_size(
    const HybridPixbuf *functions, void *loader, HybridPixbufSizePrepared handler, void *data) {
  functions->g_signal_connect_data(loader, "size-prepared", (void (*)(void))handler, data, NULL, 0);
}
