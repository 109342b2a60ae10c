// Photos of receipts for the demo venue's payouts, 480 × 600.
import { box, drawText, fill, type Scene, themeOf, times } from './press.ts'

const theme = themeOf('community')

type Receipt = { shop: string; total: string; lines: number; turn: number; ground: string }

const draw = ({ shop, total, lines, turn, ground }: Receipt): string => {
  const height = 190 + lines * 40 + 120
  const top = (600 - height) / 2
  const teeth = times(
    17,
    (i) => `L${360 - i * 15 - 7.5} ${height - 10}L${360 - (i + 1) * 15} ${height}`,
  )
  const paper = fill(`M100 0L360 0L360 ${height}${teeth}L100 0Z`, '#fbfaf4')
  const text = (words: string, x: number, y: number, size: number) =>
    drawText(words, { x, y, size, fill: theme.ink })
  const rows = times(
    lines,
    (i) =>
      box(130, 118 + i * 40, 80 + ((i * 47) % 60), 12, '#8b8d86') +
      box(290 + ((i * 13) % 20), 118 + i * 40, 40 - ((i * 13) % 20), 12, '#8b8d86'),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 600" width="480" height="600">${box(0, 0, 480, 600, ground)}<g transform="rotate(${turn} 240 300) translate(10 ${top + 8})" opacity=".25">${fill(`M100 0L360 0L360 ${height}L100 ${height}Z`, '#000')}</g><g transform="rotate(${turn} 240 300) translate(0 ${top})">${paper}${text(shop, 130, 74, 38)}${rows}${box(130, height - 116, 200, 4, theme.ink)}${text(total, 130, height - 50, 50)}</g></svg>`
}

const receipts: Receipt[] = [
  { shop: 'SEWING BEE', total: '£420.00', lines: 4, turn: -4, ground: theme.b },
  { shop: 'VALLEYLINE', total: '£965.00', lines: 2, turn: 3, ground: theme.a },
  { shop: 'MARKET HALL', total: '£610.00', lines: 6, turn: -2, ground: '#c9b48e' },
  { shop: 'HARGREAVES', total: '£1,280.00', lines: 3, turn: 5, ground: '#6f7d8c' },
]

export const scenes: Scene[] = receipts.map((receipt, index) => ({
  name: `receipt-${index + 1}`,
  width: 480,
  height: 600,
  focal: { x: 50, y: 50 },
  alt: `A till receipt from ${receipt.shop.toLowerCase().replace(/(^|\s)\w/g, (letter) => letter.toUpperCase())} for ${receipt.total}.`,
  svg: draw(receipt),
}))
