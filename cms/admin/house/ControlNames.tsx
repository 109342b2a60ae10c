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
