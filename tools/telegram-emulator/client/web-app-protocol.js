import { act } from './control.js';
import { confirmed, showPopup, showToast } from './dialogs.js';
import { startPayload } from './rich-text.js';

const none = { top: 0, bottom: 0, left: 0, right: 0 };

/** What the mini app may ask for, by event name. Haptics and whatever a web client lacks are ignored or declined. */
export function protocolHandlers(sheet, app) {
  return { ...stateHandlers(sheet), ...dialogHandlers(sheet, app), ...linkHandlers(sheet, app), ...declined(sheet) };
}

function stateHandlers(sheet) {
  return {
    iframe_ready: () => sheet.post('set_custom_style', ''),
    iframe_will_reload: () => sheet.reload(),
    web_app_ready: () => sheet.ready(),
    web_app_expand: () => sheet.sendViewport(),
    web_app_request_theme: () => sheet.sendTheme(),
    web_app_request_viewport: () => sheet.sendViewport(),
    web_app_request_safe_area: () => sheet.post('safe_area_changed', none),
    web_app_request_content_safe_area: () => sheet.post('content_safe_area_changed', none),
    web_app_setup_back_button: ({ is_visible }) => sheet.showBackButton(is_visible),
    web_app_setup_settings_button: ({ is_visible }) => sheet.showSettingsButton(is_visible),
    web_app_setup_main_button: (state) => sheet.setMainButton(state),
    web_app_setup_secondary_button: (state) => sheet.setSecondaryButton(state),
    web_app_setup_closing_behavior: ({ need_confirmation }) => sheet.confirmClosing(need_confirmation),
    web_app_set_header_color: ({ color_key, color }) => sheet.paint('header', color_key ?? color),
    web_app_set_background_color: ({ color }) => sheet.paint('background', color),
    web_app_set_bottom_bar_color: ({ color }) => sheet.paint('bottom', color),
    web_app_close: () => sheet.closeNow(),
  };
}

function dialogHandlers(sheet, app) {
  return {
    async web_app_open_popup(popup) {
      const button_id = await showPopup(popup);
      sheet.post('popup_closed', button_id === undefined ? {} : { button_id });
    },
    async web_app_request_write_access() {
      const isAllowed = await confirmed(`Allow ${app.botName()} to message you?`, 'Allow');
      if (isAllowed) await act('allow-write-access', { userId: app.userId() });
      sheet.post('write_access_requested', { status: isAllowed ? 'allowed' : 'cancelled' });
    },
    async web_app_request_phone() {
      const isAllowed = await confirmed(`Share your phone number with ${app.botName()}?`, 'Share');
      if (isAllowed) await act('share-contact', { userId: app.userId(), phoneNumber: '+37120000000' });
      sheet.post('phone_requested', { status: isAllowed ? 'sent' : 'cancelled' });
    },
    async web_app_invoke_custom_method({ req_id, method, params }) {
      const answer = await act('cloud-storage', { userId: app.userId(), method, params }).then(
        (result) => ({ result }),
        (error) => ({ error: error.message }),
      );
      sheet.post('custom_method_invoked', { req_id, ...answer });
    },
  };
}

function linkHandlers(sheet, app) {
  return {
    web_app_open_link: ({ url }) => openLink(url, sheet, app),
    web_app_open_tg_link({ path_full }) {
      const url = new URL(path_full, 'https://t.me');
      if (url.pathname === '/share/url') showToast(`Shared: ${url.searchParams.get('url')}`);
      else openLink(url.href, sheet, app);
    },
  };
}

function openLink(url, sheet, app) {
  const payload = startPayload(url, app.botName('username'));
  if (payload === undefined) return void window.open(url, '_blank', 'noopener');
  sheet.closeNow();
  app.onBotLink(payload);
}

function declined(sheet) {
  return {
    web_app_check_home_screen: () => sheet.post('home_screen_checked', { status: 'unsupported' }),
    web_app_add_to_home_screen: () => sheet.post('home_screen_failed', { error: 'UNSUPPORTED' }),
    web_app_request_fullscreen: () => sheet.post('fullscreen_failed', { error: 'UNSUPPORTED' }),
    web_app_biometry_get_info: () => sheet.post('biometry_info_received', { available: false }),
    web_app_read_text_from_clipboard: ({ req_id }) => sheet.post('clipboard_text_received', { req_id, data: null }),
    web_app_open_invoice: ({ slug }) => sheet.post('invoice_closed', { slug, status: 'cancelled' }),
  };
}
