/** Ideas, occasions and signs, on 320 × 240. */
export const signMotifs: Readonly<Record<string, string>> = {
  spark:
    '<path class="a1" d="M160 28c10 52 34 76 88 92-54 16-78 40-88 92-10-52-34-76-88-92 54-16 78-40 88-92z"/><path class="a3" d="M246 34c4 20 12 28 32 34-20 6-28 14-32 34-4-20-12-28-32-34 20-6 28-14 32-34zM76 156c4 16 10 24 26 28-16 4-22 12-26 28-4-16-10-24-26-28 16-4 22-12 26-28z"/>',
  rings:
    '<circle class="line s1 w13" cx="128" cy="132" r="58"/><circle class="line s3 w13" cx="194" cy="132" r="58"/><path class="a4" d="M112 40h32l10 14-26 24-26-24z"/><path class="light" d="M112 40l16 38-26-24z"/>',
  glasses:
    '<ellipse class="shade" cx="160" cy="220" rx="92" ry="6"/><path class="a1" d="M84 40l58 12-12 58c-4 18-18 26-34 22s-26-18-22-36z"/><path class="a3" d="M80 62l57 12-8 36c-4 18-18 26-34 22s-26-18-22-36z"/><path class="a1" d="M236 40l-58 12 12 58c4 18 18 26 34 22s26-18 22-36z"/><path class="a3" d="M240 62l-57 12 8 36c4 18 18 26 34 22s26-18 22-36z"/><path class="line w6" d="M98 134l-16 74M62 204l40 8M222 134l16 74M258 204l-40 8"/><path class="line w4" d="M160 20v14M140 24l6 12M180 24l-6 12"/>',
  balloon:
    '<path class="line w3" d="M112 150c4 30 20 50 44 76M164 166c0 24-2 40-8 60M214 142c-4 34-24 60-54 84"/><ellipse class="a1" cx="106" cy="96" rx="46" ry="56"/><ellipse class="a3" cx="164" cy="104" rx="48" ry="60"/><ellipse class="a4" cx="218" cy="88" rx="44" ry="54"/><path class="light" d="M82 84c2-20 12-30 26-32-10 12-14 24-14 40zM138 90c2-22 14-34 28-36-10 14-14 28-14 44zM194 76c2-20 12-28 24-30-8 12-12 22-12 36z"/>',
  gift: '<ellipse class="shade" cx="160" cy="214" rx="92" ry="8"/><path class="a3" d="M160 84c-40-8-62-24-54-44 10-22 44-4 54 38 10-42 44-60 54-38 8 20-14 36-54 44z"/><rect class="a1" x="76" y="116" width="168" height="96" rx="8"/><rect class="a2" x="64" y="82" width="192" height="40" rx="8"/><rect class="a3" x="146" y="82" width="28" height="130"/>',
  chart:
    '<rect class="light" x="56" y="36" width="208" height="168" rx="14"/><rect class="a1" x="82" y="124" width="30" height="60" rx="5"/><rect class="a3" x="124" y="94" width="30" height="90" rx="5"/><rect class="a1" x="166" y="108" width="30" height="76" rx="5"/><rect class="a4" x="208" y="64" width="30" height="120" rx="5"/><path class="line" d="M84 94l48-30 44 16 54-38"/>',
  shield:
    '<path class="a1" d="M160 26l86 28v62c0 48-34 80-86 100-52-20-86-52-86-100V54z"/><path class="light" d="M160 26v190c-52-20-86-52-86-100V54z"/><path class="line s0 w14" d="M122 118l28 28 52-56"/>',
  bolt: '<circle class="a3" cx="160" cy="120" r="92"/><path class="a1" d="M178 26L92 138h52l-16 78 90-116h-54z"/>',
  heart:
    '<ellipse class="shade" cx="160" cy="218" rx="66" ry="6"/><path class="a1" d="M160 206C96 160 62 126 62 88c0-48 66-66 98-16 32-50 98-32 98 16 0 38-34 72-98 118z"/><path class="light" d="M84 92c0-22 16-34 34-34-12 8-18 22-16 42z"/>',
  chat: '<path class="a3" d="M214 92h30a22 22 0 0 1 22 22v50a22 22 0 0 1-22 22h-4v28l-32-28h-58a22 22 0 0 1-22-22v-6h64a22 22 0 0 0 22-22z"/><path class="a1" d="M76 40h112a22 22 0 0 1 22 22v62a22 22 0 0 1-22 22h-66l-36 32v-32H76a22 22 0 0 1-22-22V62a22 22 0 0 1 22-22z"/><circle class="a0" cx="98" cy="94" r="9"/><circle class="a0" cx="132" cy="94" r="9"/><circle class="a0" cx="166" cy="94" r="9"/>',
  calendar:
    '<ellipse class="shade" cx="160" cy="220" rx="88" ry="6"/><rect class="a0" x="70" y="46" width="180" height="168" rx="14"/><rect class="light" x="70" y="46" width="180" height="168" rx="14"/><path class="a1" d="M84 46h152a14 14 0 0 1 14 14v34H70V60a14 14 0 0 1 14-14z"/><path class="a2" d="M106 30h14v34h-14zM200 30h14v34h-14z"/><path class="a3" d="M92 114h28v24H92zM200 114h28v24h-28zM92 154h28v24H92z"/><path class="a1" d="M146 114h28v24h-28zM146 154h28v24h-28zM200 154h28v24h-28z"/>',
  globe:
    '<circle class="a1" cx="160" cy="120" r="88"/><path class="a3" d="M96 66c26-12 54 0 48 18s-26 8-26 30-38 24-42 0 4-40 20-48zM180 92c22-16 52-4 58 18s-8 56-28 52-8-24-22-32-20-30-8-38zM134 156c16-4 34 8 28 24s-18 22-28 8-10-28 0-32z"/><path class="light" d="M160 32a88 88 0 0 0-62 150c-20-60 0-116 62-150z"/>',
  lotus:
    '<ellipse class="shade" cx="160" cy="206" rx="100" ry="8"/><path class="a3" d="M52 128c40-6 80 16 108 72-50 6-92-18-108-72zM268 128c-40-6-80 16-108 72 50 6 92-18 108-72z"/><path class="a4" d="M84 78c36 14 64 56 76 122-44-20-74-64-76-122zM236 78c-36 14-64 56-76 122 44-20 74-64 76-122z"/><path class="a1" d="M160 40c34 46 34 110 0 160-34-50-34-114 0-160z"/>',
  tooth:
    '<ellipse class="shade" cx="160" cy="218" rx="56" ry="6"/><path class="a1" d="M92 82c0-50 46-50 68-34 22-16 68-16 68 34 0 46-22 46-26 94-3 38-26 44-30 4-2-22-22-22-24 0-4 40-27 34-30-4-4-48-26-48-26-94z"/><path class="light" d="M106 84c0-28 16-34 30-30-12 8-14 26-10 52z"/><path class="a3" d="M242 40c3 12 8 17 20 20-12 3-17 8-20 20-3-12-8-17-20-20 12-3 17-8 20-20z"/>',
  hands:
    '<path class="a1" d="M36 140l54-34c14-8 30-6 42 4l28 22 28-22c12-10 28-12 42-4l54 34-28 52-96 28-96-28z"/><path class="a3" d="M160 132l30 24c10 10-4 26-16 16l-14-12-14 12c-12 10-26-6-16-16z"/><path class="a4" d="M160 92c-30-22-44-38-32-56 10-12 26-8 32 4 6-12 22-16 32-4 12 18-2 34-32 56z"/>',
  note: '<ellipse class="shade" cx="160" cy="218" rx="78" ry="6"/><path class="a2" d="M118 54l112-24v26L118 80z"/><path class="a2" d="M118 60h14v120h-14zM216 40h14v120h-14z"/><ellipse class="a1" cx="104" cy="182" rx="30" ry="23"/><ellipse class="a3" cx="202" cy="162" rx="30" ry="23"/>',
  gear: '<path class="a1" d="M142 28h36l6 26 20 8 24-14 25 25-14 24 8 20 26 6v36l-26 6-8 20 14 24-25 25-24-14-20 8-6 26h-36l-6-26-20-8-24 14-25-25 14-24-8-20-26-6v-36l26-6 8-20-14-24 25-25 24 14 20-8z" transform="translate(12 4) scale(.925)"/><circle class="a0" cx="160" cy="126" r="38"/><circle class="a3" cx="160" cy="126" r="20"/>',
  person:
    '<circle class="a3" cx="160" cy="120" r="104"/><circle class="a1" cx="160" cy="92" r="42"/><path class="a2" d="M72 216c4-52 40-74 88-74s84 22 88 74c-52 34-124 34-176 0z"/>',
  list: '<ellipse class="shade" cx="160" cy="224" rx="76" ry="6"/><rect class="a1" x="84" y="34" width="152" height="186" rx="14"/><rect class="a2" x="124" y="22" width="72" height="30" rx="8"/><path class="line s3 w7" d="M108 92l10 10 18-20M108 136l10 10 18-20M108 180l10 10 18-20"/><path class="line s0 w8" d="M152 94h56M152 138h56M152 182h40"/>',
  parcel:
    '<ellipse class="shade" cx="160" cy="214" rx="98" ry="8"/><path class="a1" d="M160 40l96 42v84l-96 46-96-46V82z"/><path class="a3" d="M160 40l96 42-96 44-96-44z"/><path class="a2" d="M112 60l96 44v36l-18-8v-20L94 68z"/><path class="shade" d="M160 126v86l96-46V82z"/>',
  ticket:
    '<path class="a1" d="M50 78h220v32a18 18 0 0 0 0 36v32H50v-32a18 18 0 0 0 0-36z"/><path class="line s0 w4" d="M202 88v80" stroke-dasharray="10 10"/><path class="a3" d="M126 96l10 22 24 2-18 16 6 24-22-12-22 12 6-24-18-16 24-2z"/><rect class="a0" x="222" y="104" width="28" height="10" rx="4"/><rect class="a0" x="222" y="126" width="28" height="10" rx="4"/>',
}
