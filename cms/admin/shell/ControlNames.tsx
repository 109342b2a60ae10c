'use client'
import { useEffect } from 'react'

/** Adds the accessible name that Payload's button beside “Save” lacks. */
export function ControlNames() {
  useEffect(() => {
    const more = document.querySelector('.doc-controls__popup .popup-button')
    more?.setAttribute('aria-label', 'More')
  })
  return null
}

/** The same for the checkboxes of a list. */
export function ListNames() {
  useEffect(() => {
    const list = document.querySelector('.collection-list')
    if (!list) return
    const name = () => {
      for (const box of list.querySelectorAll('.table tbody input[type=checkbox]')) {
        const row = box.closest('tr')?.querySelector('a')?.textContent
        box.setAttribute('aria-label', `Choose ${row ?? 'this one'}`)
      }
    }
    name()
    const watch = new MutationObserver(name)
    watch.observe(list, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [])
  return null
}
