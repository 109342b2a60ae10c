import { dayText } from '../shell/format.ts'
import { formatAmount } from '../shell/money.ts'

/**
 * A field's value as text, with one line for each row or paragraph.
 * @param name the field's name; amounts of money end with `_cents`
 * @param currencySign the sign before amounts of money
 */
export function valueText(name: string, value: unknown, currencySign = ''): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number')
    return name.endsWith('_cents') ? currencySign + formatAmount(value) : String(value)
  if (typeof value === 'string') return dayText(value)
  if (Array.isArray(value)) {
    const isRows = value.some((each) => typeof each === 'object' && each !== null)
    return value
      .map((each) => valueText(name, each, currencySign))
      .filter(Boolean)
      .join(isRows ? '\n' : ', ')
  }
  const record = value as Record<string, unknown>
  if (isNode(record.root)) return nodeText(record.root).trim()
  return Object.entries(record)
    .filter(([key]) => key !== 'id' && key !== 'blockName')
    .map(([key, each]) => valueText(key, each, currencySign))
    .filter(Boolean)
    .join(', ')
}

type RichTextNode = { type: string; text?: string; children?: unknown[]; fields?: unknown }

const isNode = (value: unknown): value is RichTextNode =>
  typeof value === 'object' && value !== null && 'type' in value

// The plain text of a node of the rich text editor's JSON.
function nodeText({ type, text, children = [], fields }: RichTextNode): string {
  if (text !== undefined) return text
  if (type === 'linebreak') return '\n'
  if (type === 'block') return `[${valueText('', fields)}]\n`
  const childText = children.filter(isNode).map(nodeText).join('')
  return type === 'root' || type === 'link' || type === 'list' ? childText : `${childText}\n`
}
