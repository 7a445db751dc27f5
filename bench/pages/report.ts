export interface Shot {
  readonly app: string
  readonly slug: string
  /** Relative to the report. */
  readonly file: string
}

/** All screenshots, one row an app. */
export function reportHtml(shots: readonly Shot[]): string {
  const apps = [...new Set(shots.map(shot => shot.app))]
  const rows = apps.map(app => {
    const own = shots.filter(shot => shot.app === app)
    const figures = own.map(
      shot =>
        `<figure><a href="${shot.file}"><img src="${shot.file}" alt="${shot.app} ${shot.slug}"></a><figcaption>${shot.slug}</figcaption></figure>`,
    )
    return `<h2>${app}</h2><div>${figures.join('')}</div>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Generated pages</title><style>body{font:16px sans-serif;margin:24px;background:#ddd}div{display:flex;gap:16px;overflow-x:auto;align-items:flex-start}figure{margin:0}img{width:215px;border-radius:8px}</style></head><body><h1>Generated pages</h1>${rows.join('')}</body></html>`
}
