/** Quiet grounds behind a motif. */
export const backdrops: readonly string[] = [
  '<circle class="light" cx="160" cy="118" r="98"/><rect class="shade o06" y="204" width="320" height="36"/>',
  '<path class="light" d="M0 150C60 110 110 190 180 150s90-60 140-30v120H0z"/>',
  '<rect class="light" x="70" y="20" width="180" height="220" rx="90"/>',
  '<circle class="light" cx="250" cy="70" r="56"/><circle class="light" cx="60" cy="190" r="80"/>',
  '<path class="light" d="M0 240L320 60v180z"/>',
  '<circle class="light" cx="160" cy="250" r="150"/><circle class="light" cx="160" cy="250" r="104"/>',
]
