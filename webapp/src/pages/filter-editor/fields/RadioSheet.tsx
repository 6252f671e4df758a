import { useState } from 'react';
import { feelChoice } from '../../../telegram/native.ts';
import { ChoiceSheet, type ChoiceSheetProps } from './ChoiceSheet.tsx';

interface RadioSheetProps extends Pick<ChoiceSheetProps, 'title' | 'groups' | 'sought' | 'searchLabel' | 'onClose'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * A sheet to choose one entry. A tap chooses and closes. Arrow keys only move the choice, and closing takes it: on the
 * way to the wanted brand, the models of the old one must not be lost. Escape leaves it as it was.
 */
export function RadioSheet({ value, onChange, onClose, ...sheet }: RadioSheetProps) {
  const [picked, setPicked] = useState(value);
  const pick = (key: string) => {
    feelChoice();
    setPicked(key);
  };
  const close = () => {
    if (picked !== value) onChange(picked);
    onClose();
  };
  return (
    <ChoiceSheet
      {...sheet}
      type="radio"
      isChosen={(key) => key === picked}
      onPick={pick}
      onRowClick={closeAfterTap}
      onRowKeyDown={(event) => {
        if (event.key === 'Escape') setPicked(value);
        if (event.key === 'Enter') closeSheet(event.currentTarget);
      }}
      onClose={close}
    />
  );
}

/** Browsers tell of a choice by key as a click too, but as one without a press. */
function closeAfterTap(event: React.MouseEvent<HTMLInputElement>): void {
  if (event.detail > 0) closeSheet(event.currentTarget);
}

/** By the dialog itself, which gives the focus back. */
function closeSheet(row: HTMLInputElement): void {
  row.closest('dialog')?.close();
}
