import type { ColorScheme } from './types.ts';

/** Theme parameters a client hands to a mini app, close to those of the iOS client. */
export const themeParams: Record<ColorScheme, Record<string, string>> = {
  light: {
    bg_color: '#ffffff',
    secondary_bg_color: '#efeff4',
    section_bg_color: '#ffffff',
    header_bg_color: '#f7f7f7',
    bottom_bar_bg_color: '#f7f7f7',
    section_separator_color: '#c8c7cc',
    text_color: '#000000',
    hint_color: '#8e8e93',
    subtitle_text_color: '#8e8e93',
    section_header_text_color: '#6d6d72',
    link_color: '#007aff',
    accent_text_color: '#007aff',
    button_color: '#007aff',
    button_text_color: '#ffffff',
    destructive_text_color: '#ff3b30',
  },
  dark: {
    bg_color: '#000000',
    secondary_bg_color: '#1c1c1e',
    section_bg_color: '#2c2c2e',
    header_bg_color: '#1c1c1e',
    bottom_bar_bg_color: '#1c1c1e',
    section_separator_color: '#3d3d40',
    text_color: '#ffffff',
    hint_color: '#98989e',
    subtitle_text_color: '#98989e',
    section_header_text_color: '#98989e',
    link_color: '#3e88f7',
    accent_text_color: '#3e88f7',
    button_color: '#3e88f7',
    button_text_color: '#ffffff',
    destructive_text_color: '#eb5545',
  },
};
