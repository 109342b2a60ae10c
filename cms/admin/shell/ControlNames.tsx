'use client'
import { useEffect } from 'react'

/** Names the button beside “Save” that Payload leaves without a name. */
export function ControlNames() {
  useEffect(() => {
    const more = document.querySelector('.doc-controls__popup .popup-button')
    more?.setAttribute('aria-label', 'More')
  })
  return null
}

/** The same for the boxes of a list, by what they choose. */
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
