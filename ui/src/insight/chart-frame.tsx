import type { ReactNode } from 'react'
import classes from './insight.module.css'

/** A chart with what it shows in a sentence, and the same numbers as a table. */
export function ChartFrame(props: {
  readonly title: string
  readonly summary: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly children: ReactNode
}) {
  return (
    <section className={classes.chart} aria-label={props.title}>
      <h2>{props.title}</h2>
      <p className={classes.hint}>{props.summary}</p>
      <div className={classes.canvas} role="img" aria-label={`${props.title}: ${props.summary}`}>
        {props.children}
      </div>
      <details>
        <summary>Numbers</summary>
        <table className={classes.numbers}>
          <thead>
            <tr>
              {props.columns.map(column => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {props.rows.map(row => (
              <tr key={row.join(' ')}>
                {row.map((cell, index) => (
                  <td key={props.columns[index]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
