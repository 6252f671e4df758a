const MAP = 'https://www.openstreetmap.org';
/** Half of what the map shows, in degrees: a quarter of a city. East to west shrinks with the latitude. */
const HALF_HEIGHT = 0.004;
const HALF_WIDTH = 0.012;
const ZOOM = 16;

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The page of the map with a marker at the place, to be framed. */
export function mapFrameAddress({ latitude, longitude }: Place): string {
  const corners = [longitude - HALF_WIDTH, latitude - HALF_HEIGHT, longitude + HALF_WIDTH, latitude + HALF_HEIGHT];
  const query = new URLSearchParams({
    bbox: corners.map(degrees).join(','),
    layer: 'mapnik',
    marker: [latitude, longitude].map(degrees).join(','),
  });
  return `${MAP}/export/embed.html?${query}`;
}

/** The same place on the map's own site. */
export function mapAddress({ latitude, longitude }: Place): string {
  const [north, east] = [degrees(latitude), degrees(longitude)];
  return `${MAP}/?mlat=${north}&mlon=${east}#map=${ZOOM}/${north}/${east}`;
}

/** Six decimals are a tenth of a metre. */
function degrees(value: number): string {
  return String(Number(value.toFixed(6)));
}
