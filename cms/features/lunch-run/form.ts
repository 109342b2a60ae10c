import type { WantedLine } from './rules.ts'

/**
 * The fields of the form with which one orders: `n:DISH` is how many of a dish, `x:DISH:GROUP` an extra of it, once for each
 * chosen one.
 */
export const countField = (dish: string): string => `n:${dish}`
export const extraField = (dish: string, group: string): string => `x:${dish}:${group}`

function readWantedLines(form: FormData): WantedLine[] {
  const entries = [...form].map(([name, value]) => [name, String(value)] as const)
  return entries.flatMap(([name, value]) => {
    const dish = /^n:([\w-]{1,64})$/.exec(name)?.[1]
    // An empty field and 0 are no line; anything else is checked with the request.
    if (!dish || value.trim() === '' || Number(value) === 0) return []
    const extras = entries.flatMap(([field, id]) =>
      field.startsWith(`x:${dish}:`) && id ? id : [],
    )
    return { dish, quantity: Number(value), extras }
  })
}

export const readOrderForm = (form: FormData) => ({
  run: Number(form.get('run')),
  lines: readWantedLines(form),
  note: String(form.get('note') ?? ''),
  payment: String(form.get('payment') ?? ''),
})

const maxWantedLength = 1500

/** What was chosen in a form, for the query of the page that shows the form again; empty if it is too long. */
export function writeWanted(form: FormData): string {
  const text = readWantedLines(form)
    .map(({ dish, quantity, extras }) => [dish, quantity, ...extras].join('.'))
    .join('~')
  return text.length > maxWantedLength ? '' : text
}

/** Reads what `writeWanted` wrote. */
export const readWanted = (text: string): WantedLine[] =>
  text
    .slice(0, maxWantedLength)
    .split('~')
    .flatMap((line) => {
      const [dish = '', quantity = '', ...extras] = line.split('.')
      return /^[1-9]$/.test(quantity) ? { dish, quantity: Number(quantity), extras } : []
    })
