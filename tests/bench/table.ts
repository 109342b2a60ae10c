/** One measured figure, with its goal if it has one. */
export type Row = {
  what: string
  value: number
  unit: string
  goal?: { atLeast: number } | { atMost: number }
}

/** Whether a figure reaches its goal. True if it has no goal. */
export function reachesGoal({ value, goal }: Row): boolean {
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
    return `| ${row.what} | ${figure(row)} ${row.unit} | ${goal} | ${row.goal ? (reachesGoal(row) ? 'yes' : '**no**') : ''} |`
  })
  return ['| What | Measured | Goal | Reached |', '|---|---|---|---|', ...lines].join('\n')
}

const maxDigits = 6

// Rounds to as few digits as possible. The printed value must reach the goal if and only if the measured value does.
function figure(row: Row): string {
  const { value } = row
  const fewest = Number.isInteger(value) ? 0 : Math.abs(value) < 10 ? 2 : 1
  for (let digits = fewest; digits < maxDigits; digits++) {
    const printed = value.toFixed(digits)
    if (reachesGoal({ ...row, value: Number(printed) }) === reachesGoal(row)) return printed
  }
  return String(value)
}
