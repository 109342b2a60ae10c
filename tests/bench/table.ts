/** One measured figure, with the goal it should reach where there is one. */
export type Row = {
  what: string
  value: number
  unit: string
  goal?: { atLeast: number } | { atMost: number }
}

/** Whether a figure reaches its goal; true where it has none. */
export function reaches({ value, goal }: Row): boolean {
  if (!goal) return true
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost
}

/** The figures as a Markdown table. */
export function toTable(rows: Row[]): string {
  const lines = rows.map((row) => {
    const goal = !row.goal
      ? ''
      : 'atLeast' in row.goal
        ? `≥ ${row.goal.atLeast}`
        : `≤ ${row.goal.atMost}`
    return `| ${row.what} | ${format(row.value)} ${row.unit} | ${goal} | ${row.goal ? (reaches(row) ? 'yes' : '**no**') : ''} |`
  })
  return ['| What | Measured | Goal | Reached |', '|---|---|---|---|', ...lines].join('\n')
}

const format = (value: number) =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 1)
