'use client'
import { useEffect } from 'react'

/** Corrects the accessible names of Payload's controls above a form, and of the picture buttons in the form. */
export function ControlNames() {
  useSafeFocus()
  usePictureNames()
  useEffect(() => {
    const more = document.querySelector('.doc-controls__popup .popup-button')
    more?.setAttribute('aria-label', 'More')
    document.querySelector('.copy-to-clipboard')?.setAttribute('aria-label', 'Copy its address')
    // The list of views has no list items, so it becomes a group. The label of a link lacks the number
    // that the link shows, so the label is removed.
    const views = document.querySelector('ul.doc-tabs__tabs')
    views?.setAttribute('role', 'group')
    for (const link of views?.querySelectorAll('a[aria-label]') ?? []) {
      link.removeAttribute('aria-label')
    }
  })
  return null
}

const pictureControls = {
  '.upload-relationship-details__edit': 'What is known of the picture',
  '.upload-relationship-details__remove': 'Choose another picture',
}

/** Names the buttons beside the pictures of a form, also those of pictures that are chosen later. */
function usePictureNames() {
  useEffect(() => {
    const name = () => {
      for (const [selector, text] of Object.entries(pictureControls)) {
        for (const button of document.querySelectorAll(selector)) {
          button.setAttribute('aria-label', text)
        }
      }
    }
    name()
    const observer = new MutationObserver(name)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
}

const userEvents = ['keydown', 'pointerdown', 'mousedown', 'click'] as const

/**
 * Focuses *Cancel* when a delete dialog opens. Payload's focus trap focuses the checkbox that skips the
 * trash, so the space bar would tick it. The focus trap may focus the checkbox more than once, so the
 * focus is moved to *Cancel* each time, unless the user moved it.
 */
function useSafeFocus() {
  useEffect(() => {
    let isUserAction = false
    const markUserAction = () => {
      isUserAction = true
      setTimeout(() => {
        isUserAction = false
      })
    }
    const moveFocus = ({ target }: FocusEvent) => {
      if (isUserAction || !(target instanceof HTMLElement) || target.id !== 'delete-forever') return
      const dialog = target.closest('.confirmation-modal__wrapper')
      dialog?.querySelector<HTMLElement>('#confirm-cancel')?.focus()
    }
    for (const type of userEvents)
      document.addEventListener(type, markUserAction, { capture: true })
    document.addEventListener('focusin', moveFocus)
    return () => {
      for (const type of userEvents)
        document.removeEventListener(type, markUserAction, { capture: true })
      document.removeEventListener('focusin', moveFocus)
    }
  }, [])
}

/** Names the checkboxes of a list, and labels its cells: on phones, the list has no column heads. */
export function ListNames() {
  useSafeFocus()
  useEffect(() => {
    const list = document.querySelector('.collection-list')
    if (!list) return
    const name = () => {
      // The label of the button differs from its visible text.
      document.getElementById('empty-trash-button')?.removeAttribute('aria-label')
      for (const box of list.querySelectorAll('.table tbody input[type=checkbox]')) {
        const row = box.closest('tr')?.querySelector('a')?.textContent
        box.setAttribute('aria-label', `Choose ${row ?? 'this one'}`)
      }
      const heads = list.querySelectorAll('.table th')
      // Cells of the first column after the checkboxes get no label.
      const first = [...heads].findIndex((head) => head.id !== 'heading-_select')
      for (const [column, head] of heads.entries()) {
        if (column <= first) continue
        for (const cell of list.querySelectorAll(`.table td:nth-child(${column + 1})`)) {
          cell.setAttribute('data-label', head.textContent ?? '')
        }
      }
    }
    name()
    const observer = new MutationObserver(name)
    observer.observe(list, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return null
}
