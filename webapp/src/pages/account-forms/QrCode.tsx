import { useId } from 'react';
import { encode } from 'uqr';
import { qrPath } from './qr-path.ts';

interface QrCodeProps {
  readonly text: string;
  /** What it is, for who cannot see it. */
  readonly title: string;
}

/** Cameras expect four empty squares around a code. */
const BORDER = 4;

/** A code for a camera: dark on white in both themes, as not every camera reads it the other way round. */
export function QrCode({ text, title }: QrCodeProps) {
  const id = useId();
  const { size, data } = encode(text, { ecc: 'M', border: BORDER });
  return (
    <svg
      className="link-panel__qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-labelledby={id}
      shapeRendering="crispEdges"
    >
      <title id={id}>{title}</title>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#15201b" d={qrPath(data)} />
    </svg>
  );
}
