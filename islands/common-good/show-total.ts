import { formatMoney } from '../lib/money.ts'
import { writeText } from '../lib/write-text.ts'
import { pollTotal } from './poll-total.ts'

/** Keeps the elements with `data-common-good-total`, the currency, up to date on each page that has one. */
export function showTotal(): void {
  let stop: (() => void) | undefined
  const start = () => {
    stop?.()
    const elements = document.querySelectorAll<HTMLElement>('[data-common-good-total]')
    stop = elements.length
      ? pollTotal((cents) => {
          for (const element of elements) {
            writeText(element, formatMoney(cents, element.dataset.commonGoodTotal ?? ''))
          }
        })
      : undefined
  }
  start()
  document.addEventListener('astro:page-load', start)
}
