'use client'
import { useEffect } from 'react'

/** Corrects the accessible names of Payload's controls above a form. */
export function ControlNames() {
  useSafeStart()
  useEffect(() => {
    const more = document.querySelector('.doc-controls__popup .popup-button')
    more?.setAttribute('aria-label', 'More')
    document.querySelector('.copy-to-clipboard')?.setAttribute('aria-label', 'Copy its address')
    // The list of views has no list items, and the label of a link lacks the number shown in it.
    const views = document.querySelector('ul.doc-tabs__tabs')
    views?.setAttribute('role', 'group')
    for (const link of views?.querySelectorAll('a[aria-label]') ?? []) {
      link.removeAttribute('aria-label')
    }
  })
  return null
}

const acts = ['keydown', 'pointerdown', 'mousedown', 'click'] as const

/**
 * A delete dialog initially focuses *Cancel*. Payload would focus the checkbox that skips the
 * trash, which the space bar would tick. Its focus trap may start more than once.
 */
function useSafeStart() {
  useEffect(() => {
    let isByPerson = false
    const note = () => {
      isByPerson = true
      setTimeout(() => {
        isByPerson = false
      })
    }
    const start = ({ target }: FocusEvent) => {
      if (isByPerson || !(target instanceof HTMLElement) || target.id !== 'delete-forever') return
      const dialog = target.closest('.confirmation-modal__wrapper')
      dialog?.querySelector<HTMLElement>('#confirm-cancel')?.focus()
    }
    for (const act of acts) document.addEventListener(act, note, { capture: true })
    document.addEventListener('focusin', start)
    return () => {
      for (const act of acts) document.removeEventListener(act, note, { capture: true })
      document.removeEventListener('focusin', start)
    }
  }, [])
}

/** Names the checkboxes of a list, and the cells for phones, where no column heads are above them. */
export function ListNames() {
  useSafeStart()
  useEffect(() => {
    const list = document.querySelector('.collection-list')
    if (!list) return
    const name = () => {
      // Its label differs from the button's text.
      document.getElementById('empty-trash-button')?.removeAttribute('aria-label')
      for (const box of list.querySelectorAll('.table tbody input[type=checkbox]')) {
        const row = box.closest('tr')?.querySelector('a')?.textContent
        box.setAttribute('aria-label', `Choose ${row ?? 'this one'}`)
      }
      const heads = list.querySelectorAll('.table th')
      const isLabelled = (head: Element) => head.id !== 'heading-_select'
      const first = [...heads].findIndex(isLabelled)
      for (const [column, head] of heads.entries()) {
        if (column <= first) continue
        for (const cell of list.querySelectorAll(`.table td:nth-child(${column + 1})`)) {
          cell.setAttribute('data-label', head.textContent ?? '')
        }
      }
    }
    name()
    const watch = new MutationObserver(name)
    watch.observe(list, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [])
  return null
}
