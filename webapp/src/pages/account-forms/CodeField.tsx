import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../components/TextField.tsx';
import { CODE_DIGITS, digitsOf } from './code.ts';
import type { VerificationState } from './use-verification.ts';

/** The code from the chat. It is sent as soon as its last digit is there, and by Enter once more. */
export function CodeField({ send, isBusy, codeFault, failure }: VerificationState) {
  const { t } = useTranslation(['register', 'webapp']);
  const [code, setCode] = useState('');
  const place = useRef<HTMLFormElement>(null);
  const isWhole = code.length === CODE_DIGITS;
  const change = (written: string) => {
    const digits = digitsOf(written);
    setCode(digits);
    if (digits.length === CODE_DIGITS && digits !== code) send(digits);
  };
  useEffect(() => {
    // The next code is typed over the wrong one.
    if (codeFault !== null && !isBusy) place.current?.querySelector('input')?.select();
  }, [codeFault, isBusy]);
  return (
    <form
      className="code"
      ref={place}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) send(code);
      }}
    >
      <TextField
        className="code__field"
        label={t('register:verify.code')}
        name="code"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
        value={code}
        onChange={change}
        readOnly={isBusy}
        fault={codeFault}
      />
      <p className="code__state" role="status">
        {isBusy && t('register:verify.checking')}
      </p>
      <p className="code__failure" role="alert">
        {failure}
      </p>
      {failure !== null && (
        <button className="button button--wide" type="submit">
          {t('webapp:retry')}
        </button>
      )}
    </form>
  );
}
