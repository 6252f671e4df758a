/** The dark squares of a QR code as the path of an SVG, those beside one another as one. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  return rows.map(rowPath).join('');
}

function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    const start = x;
    while (row[x]) x += 1;
    if (x > start) path += `M${start} ${y}h${x - start}v1H${start}z`;
  }
  return path;
}
