import type { InlineKeyboardButton } from 'grammy/types';
import { switchData } from '../callback-data.ts';
import type { AppLinks } from '../links.ts';
import type { Translate } from '../texts.ts';
import { cleanText, cutText } from './rich-text.ts';

const NAME_LENGTH = 30;

/** Which filter a button is about; `name` is null where the alert has but one. */
export interface FilterLabel {
  readonly id: number;
  readonly name: string | null;
}

/** A name from outside as a label or a line can carry it, in the language's quotes. */
export function quotedName(name: string, t: Translate): string {
  return t('common:quoted', { text: cutText(cleanText(name), NAME_LENGTH) });
}

/** Hides the ad, or offers to undo that. */
export function hideButton(adId: number, isHidden: boolean, t: Translate): InlineKeyboardButton {
  return {
    text: t(isHidden ? 'alert.button.hidden' : 'alert.button.hide'),
    callback_data: switchData('hide', adId, !isHidden),
  };
}

/** Turns the filter off, or offers to turn it on again. */
export function filterSwitchButton(filter: FilterLabel, isActive: boolean, t: Translate): InlineKeyboardButton {
  return {
    text: filterSwitchText(filter.name, isActive, t),
    callback_data: switchData('alertFilter', filter.id, !isActive),
  };
}

function filterSwitchText(name: string | null, isActive: boolean, t: Translate): string {
  if (name === null) return t(isActive ? 'alert.button.turnOff' : 'alert.button.turnOn');
  return t(isActive ? 'alert.button.turnOffNamed' : 'alert.button.turnOnNamed', { name: quotedName(name, t) });
}

/** To the editor of the only filter, else to the list of them all. */
export function editFiltersButton(filterIds: readonly number[], links: AppLinks, t: Translate): InlineKeyboardButton {
  const [only, ...others] = filterIds;
  return only !== undefined && others.length === 0
    ? { text: t('alert.button.edit'), web_app: { url: links.editFilter(only) } }
    : { text: t('alert.button.editSeveral'), web_app: { url: links.filters } };
}
