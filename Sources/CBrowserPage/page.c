// Made by Tools/embed-page, which lists the files of Sources/HybridBrowser/Page.

#include "CBrowserPage.h"

// `#embed` is C23; older standards take it with this warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char app_connection_js[] = {
#embed "../HybridBrowser/Page/app/connection.js" suffix(, )
  0};

static const unsigned char app_console_js[] = {
#embed "../HybridBrowser/Page/app/console.js" suffix(, )
  0};

static const unsigned char app_devices_js[] = {
#embed "../HybridBrowser/Page/app/devices.js" suffix(, )
  0};

static const unsigned char app_dialogs_js[] = {
#embed "../HybridBrowser/Page/app/dialogs.js" suffix(, )
  0};

static const unsigned char app_dom_js[] = {
#embed "../HybridBrowser/Page/app/dom.js" suffix(, )
  0};

static const unsigned char app_header_js[] = {
#embed "../HybridBrowser/Page/app/header.js" suffix(, )
  0};

static const unsigned char app_inspector_panel_js[] = {
#embed "../HybridBrowser/Page/app/inspector-panel.js" suffix(, )
  0};

static const unsigned char app_keyboard_js[] = {
#embed "../HybridBrowser/Page/app/keyboard.js" suffix(, )
  0};

static const unsigned char app_main_js[] = {
#embed "../HybridBrowser/Page/app/main.js" suffix(, )
  0};

static const unsigned char app_problems_js[] = {
#embed "../HybridBrowser/Page/app/problems.js" suffix(, )
  0};

static const unsigned char app_screen_js[] = {
#embed "../HybridBrowser/Page/app/screen.js" suffix(, )
  0};

static const unsigned char app_screens_js[] = {
#embed "../HybridBrowser/Page/app/screens.js" suffix(, )
  0};

static const unsigned char app_server_js[] = {
#embed "../HybridBrowser/Page/app/server.js" suffix(, )
  0};

static const unsigned char app_sheets_js[] = {
#embed "../HybridBrowser/Page/app/sheets.js" suffix(, )
  0};

static const unsigned char app_state_js[] = {
#embed "../HybridBrowser/Page/app/state.js" suffix(, )
  0};

static const unsigned char app_theme_js[] = {
#embed "../HybridBrowser/Page/app/theme.js" suffix(, )
  0};

static const unsigned char app_toolbar_js[] = {
#embed "../HybridBrowser/Page/app/toolbar.js" suffix(, )
  0};

static const unsigned char app_units_js[] = {
#embed "../HybridBrowser/Page/app/units.js" suffix(, )
  0};

static const unsigned char app_warnings_js[] = {
#embed "../HybridBrowser/Page/app/warnings.js" suffix(, )
  0};

static const unsigned char dom_js[] = {
#embed "../HybridBrowser/Page/dom.js" suffix(, )
  0};

static const unsigned char index_html[] = {
#embed "../HybridBrowser/Page/index.html" suffix(, )
  0};

static const unsigned char inspector_box_diagram_js[] = {
#embed "../HybridBrowser/Page/inspector/box-diagram.js" suffix(, )
  0};

static const unsigned char inspector_computed_page_js[] = {
#embed "../HybridBrowser/Page/inspector/computed-page.js" suffix(, )
  0};

static const unsigned char inspector_dom_js[] = {
#embed "../HybridBrowser/Page/inspector/dom.js" suffix(, )
  0};

static const unsigned char inspector_edit_list_js[] = {
#embed "../HybridBrowser/Page/inspector/edit-list.js" suffix(, )
  0};

static const unsigned char inspector_element_page_js[] = {
#embed "../HybridBrowser/Page/inspector/element-page.js" suffix(, )
  0};

static const unsigned char inspector_element_search_js[] = {
#embed "../HybridBrowser/Page/inspector/element-search.js" suffix(, )
  0};

static const unsigned char inspector_element_tree_js[] = {
#embed "../HybridBrowser/Page/inspector/element-tree.js" suffix(, )
  0};

static const unsigned char inspector_highlight_js[] = {
#embed "../HybridBrowser/Page/inspector/highlight.js" suffix(, )
  0};

static const unsigned char inspector_inspector_css[] = {
#embed "../HybridBrowser/Page/inspector/inspector.css" suffix(, )
  0};

static const unsigned char inspector_inspector_js[] = {
#embed "../HybridBrowser/Page/inspector/inspector.js" suffix(, )
  0};

static const unsigned char inspector_layout_page_js[] = {
#embed "../HybridBrowser/Page/inspector/layout-page.js" suffix(, )
  0};

static const unsigned char inspector_node_path_js[] = {
#embed "../HybridBrowser/Page/inspector/node-path.js" suffix(, )
  0};

static const unsigned char inspector_questions_js[] = {
#embed "../HybridBrowser/Page/inspector/questions.js" suffix(, )
  0};

static const unsigned char inspector_source_link_js[] = {
#embed "../HybridBrowser/Page/inspector/source-link.js" suffix(, )
  0};

static const unsigned char inspector_styles_page_js[] = {
#embed "../HybridBrowser/Page/inspector/styles-page.js" suffix(, )
  0};

static const unsigned char inspector_tabs_js[] = {
#embed "../HybridBrowser/Page/inspector/tabs.js" suffix(, )
  0};

static const unsigned char inspector_value_field_js[] = {
#embed "../HybridBrowser/Page/inspector/value-field.js" suffix(, )
  0};

static const unsigned char stage_accessibility_js[] = {
#embed "../HybridBrowser/Page/stage/accessibility.js" suffix(, )
  0};

static const unsigned char stage_background_js[] = {
#embed "../HybridBrowser/Page/stage/background.js" suffix(, )
  0};

static const unsigned char stage_box_js[] = {
#embed "../HybridBrowser/Page/stage/box.js" suffix(, )
  0};

static const unsigned char stage_canvas_js[] = {
#embed "../HybridBrowser/Page/stage/canvas.js" suffix(, )
  0};

static const unsigned char stage_choices_js[] = {
#embed "../HybridBrowser/Page/stage/choices.js" suffix(, )
  0};

static const unsigned char stage_client_js[] = {
#embed "../HybridBrowser/Page/stage/client.js" suffix(, )
  0};

static const unsigned char stage_connection_js[] = {
#embed "../HybridBrowser/Page/stage/connection.js" suffix(, )
  0};

static const unsigned char stage_decoration_js[] = {
#embed "../HybridBrowser/Page/stage/decoration.js" suffix(, )
  0};

static const unsigned char stage_drawing_js[] = {
#embed "../HybridBrowser/Page/stage/drawing.js" suffix(, )
  0};

static const unsigned char stage_effects_js[] = {
#embed "../HybridBrowser/Page/stage/effects.js" suffix(, )
  0};

static const unsigned char stage_field_js[] = {
#embed "../HybridBrowser/Page/stage/field.js" suffix(, )
  0};

static const unsigned char stage_fonts_js[] = {
#embed "../HybridBrowser/Page/stage/fonts.js" suffix(, )
  0};

static const unsigned char stage_gradients_js[] = {
#embed "../HybridBrowser/Page/stage/gradients.js" suffix(, )
  0};

static const unsigned char stage_islands_js[] = {
#embed "../HybridBrowser/Page/stage/islands.js" suffix(, )
  0};

static const unsigned char stage_letters_js[] = {
#embed "../HybridBrowser/Page/stage/letters.js" suffix(, )
  0};

static const unsigned char stage_motion_js[] = {
#embed "../HybridBrowser/Page/stage/motion.js" suffix(, )
  0};

static const unsigned char stage_optimistic_value_js[] = {
#embed "../HybridBrowser/Page/stage/optimistic-value.js" suffix(, )
  0};

static const unsigned char stage_painting_js[] = {
#embed "../HybridBrowser/Page/stage/painting.js" suffix(, )
  0};

static const unsigned char stage_person_js[] = {
#embed "../HybridBrowser/Page/stage/person.js" suffix(, )
  0};

static const unsigned char stage_picture_js[] = {
#embed "../HybridBrowser/Page/stage/picture.js" suffix(, )
  0};

static const unsigned char stage_scrolling_js[] = {
#embed "../HybridBrowser/Page/stage/scrolling.js" suffix(, )
  0};

static const unsigned char stage_sheet_js[] = {
#embed "../HybridBrowser/Page/stage/sheet.js" suffix(, )
  0};

static const unsigned char stage_stage_js[] = {
#embed "../HybridBrowser/Page/stage/stage.js" suffix(, )
  0};

static const unsigned char stage_states_js[] = {
#embed "../HybridBrowser/Page/stage/states.js" suffix(, )
  0};

static const unsigned char stage_style_js[] = {
#embed "../HybridBrowser/Page/stage/style.js" suffix(, )
  0};

static const unsigned char stage_text_js[] = {
#embed "../HybridBrowser/Page/stage/text.js" suffix(, )
  0};

static const unsigned char stage_tree_hash_js[] = {
#embed "../HybridBrowser/Page/stage/tree-hash.js" suffix(, )
  0};

static const unsigned char stage_tree_js[] = {
#embed "../HybridBrowser/Page/stage/tree.js" suffix(, )
  0};

static const unsigned char style_base_css[] = {
#embed "../HybridBrowser/Page/style/base.css" suffix(, )
  0};

static const unsigned char style_console_css[] = {
#embed "../HybridBrowser/Page/style/console.css" suffix(, )
  0};

static const unsigned char style_controls_css[] = {
#embed "../HybridBrowser/Page/style/controls.css" suffix(, )
  0};

static const unsigned char style_layout_css[] = {
#embed "../HybridBrowser/Page/style/layout.css" suffix(, )
  0};

static const unsigned char style_narrow_css[] = {
#embed "../HybridBrowser/Page/style/narrow.css" suffix(, )
  0};

static const unsigned char style_problems_css[] = {
#embed "../HybridBrowser/Page/style/problems.css" suffix(, )
  0};

static const unsigned char style_screens_css[] = {
#embed "../HybridBrowser/Page/style/screens.css" suffix(, )
  0};

static const unsigned char style_tokens_css[] = {
#embed "../HybridBrowser/Page/style/tokens.css" suffix(, )
  0};

static const unsigned char style_warnings_css[] = {
#embed "../HybridBrowser/Page/style/warnings.css" suffix(, )
  0};

static const HybridPageFile files[] = {
  {"app/connection.js", app_connection_js, sizeof app_connection_js - 1},
  {"app/console.js", app_console_js, sizeof app_console_js - 1},
  {"app/devices.js", app_devices_js, sizeof app_devices_js - 1},
  {"app/dialogs.js", app_dialogs_js, sizeof app_dialogs_js - 1},
  {"app/dom.js", app_dom_js, sizeof app_dom_js - 1},
  {"app/header.js", app_header_js, sizeof app_header_js - 1},
  {"app/inspector-panel.js", app_inspector_panel_js, sizeof app_inspector_panel_js - 1},
  {"app/keyboard.js", app_keyboard_js, sizeof app_keyboard_js - 1},
  {"app/main.js", app_main_js, sizeof app_main_js - 1},
  {"app/problems.js", app_problems_js, sizeof app_problems_js - 1},
  {"app/screen.js", app_screen_js, sizeof app_screen_js - 1},
  {"app/screens.js", app_screens_js, sizeof app_screens_js - 1},
  {"app/server.js", app_server_js, sizeof app_server_js - 1},
  {"app/sheets.js", app_sheets_js, sizeof app_sheets_js - 1},
  {"app/state.js", app_state_js, sizeof app_state_js - 1},
  {"app/theme.js", app_theme_js, sizeof app_theme_js - 1},
  {"app/toolbar.js", app_toolbar_js, sizeof app_toolbar_js - 1},
  {"app/units.js", app_units_js, sizeof app_units_js - 1},
  {"app/warnings.js", app_warnings_js, sizeof app_warnings_js - 1},
  {"dom.js", dom_js, sizeof dom_js - 1},
  {"index.html", index_html, sizeof index_html - 1},
  {"inspector/box-diagram.js", inspector_box_diagram_js, sizeof inspector_box_diagram_js - 1},
  {"inspector/computed-page.js", inspector_computed_page_js, sizeof inspector_computed_page_js - 1},
  {"inspector/dom.js", inspector_dom_js, sizeof inspector_dom_js - 1},
  {"inspector/edit-list.js", inspector_edit_list_js, sizeof inspector_edit_list_js - 1},
  {"inspector/element-page.js", inspector_element_page_js, sizeof inspector_element_page_js - 1},
  {"inspector/element-search.js", inspector_element_search_js, sizeof inspector_element_search_js - 1},
  {"inspector/element-tree.js", inspector_element_tree_js, sizeof inspector_element_tree_js - 1},
  {"inspector/highlight.js", inspector_highlight_js, sizeof inspector_highlight_js - 1},
  {"inspector/inspector.css", inspector_inspector_css, sizeof inspector_inspector_css - 1},
  {"inspector/inspector.js", inspector_inspector_js, sizeof inspector_inspector_js - 1},
  {"inspector/layout-page.js", inspector_layout_page_js, sizeof inspector_layout_page_js - 1},
  {"inspector/node-path.js", inspector_node_path_js, sizeof inspector_node_path_js - 1},
  {"inspector/questions.js", inspector_questions_js, sizeof inspector_questions_js - 1},
  {"inspector/source-link.js", inspector_source_link_js, sizeof inspector_source_link_js - 1},
  {"inspector/styles-page.js", inspector_styles_page_js, sizeof inspector_styles_page_js - 1},
  {"inspector/tabs.js", inspector_tabs_js, sizeof inspector_tabs_js - 1},
  {"inspector/value-field.js", inspector_value_field_js, sizeof inspector_value_field_js - 1},
  {"stage/accessibility.js", stage_accessibility_js, sizeof stage_accessibility_js - 1},
  {"stage/background.js", stage_background_js, sizeof stage_background_js - 1},
  {"stage/box.js", stage_box_js, sizeof stage_box_js - 1},
  {"stage/canvas.js", stage_canvas_js, sizeof stage_canvas_js - 1},
  {"stage/choices.js", stage_choices_js, sizeof stage_choices_js - 1},
  {"stage/client.js", stage_client_js, sizeof stage_client_js - 1},
  {"stage/connection.js", stage_connection_js, sizeof stage_connection_js - 1},
  {"stage/decoration.js", stage_decoration_js, sizeof stage_decoration_js - 1},
  {"stage/drawing.js", stage_drawing_js, sizeof stage_drawing_js - 1},
  {"stage/effects.js", stage_effects_js, sizeof stage_effects_js - 1},
  {"stage/field.js", stage_field_js, sizeof stage_field_js - 1},
  {"stage/fonts.js", stage_fonts_js, sizeof stage_fonts_js - 1},
  {"stage/gradients.js", stage_gradients_js, sizeof stage_gradients_js - 1},
  {"stage/islands.js", stage_islands_js, sizeof stage_islands_js - 1},
  {"stage/letters.js", stage_letters_js, sizeof stage_letters_js - 1},
  {"stage/motion.js", stage_motion_js, sizeof stage_motion_js - 1},
  {"stage/optimistic-value.js", stage_optimistic_value_js, sizeof stage_optimistic_value_js - 1},
  {"stage/painting.js", stage_painting_js, sizeof stage_painting_js - 1},
  {"stage/person.js", stage_person_js, sizeof stage_person_js - 1},
  {"stage/picture.js", stage_picture_js, sizeof stage_picture_js - 1},
  {"stage/scrolling.js", stage_scrolling_js, sizeof stage_scrolling_js - 1},
  {"stage/sheet.js", stage_sheet_js, sizeof stage_sheet_js - 1},
  {"stage/stage.js", stage_stage_js, sizeof stage_stage_js - 1},
  {"stage/states.js", stage_states_js, sizeof stage_states_js - 1},
  {"stage/style.js", stage_style_js, sizeof stage_style_js - 1},
  {"stage/text.js", stage_text_js, sizeof stage_text_js - 1},
  {"stage/tree-hash.js", stage_tree_hash_js, sizeof stage_tree_hash_js - 1},
  {"stage/tree.js", stage_tree_js, sizeof stage_tree_js - 1},
  {"style/base.css", style_base_css, sizeof style_base_css - 1},
  {"style/console.css", style_console_css, sizeof style_console_css - 1},
  {"style/controls.css", style_controls_css, sizeof style_controls_css - 1},
  {"style/layout.css", style_layout_css, sizeof style_layout_css - 1},
  {"style/narrow.css", style_narrow_css, sizeof style_narrow_css - 1},
  {"style/problems.css", style_problems_css, sizeof style_problems_css - 1},
  {"style/screens.css", style_screens_css, sizeof style_screens_css - 1},
  {"style/tokens.css", style_tokens_css, sizeof style_tokens_css - 1},
  {"style/warnings.css", style_warnings_css, sizeof style_warnings_css - 1},
};

size_t HybridPageFileCount(void) { return sizeof files / sizeof files[0]; }

HybridPageFile HybridPageFileAt(size_t index) { return files[index]; }
