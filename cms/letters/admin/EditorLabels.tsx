'use client'
import { createClientFeature } from '@payloadcms/richtext-lexical/client'
import {
  $getSelection,
  $isRangeSelection,
  type LexicalEditor,
} from '@payloadcms/richtext-lexical/lexical'
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext'
import { useModal } from '@payloadcms/ui'
import { useEffect, useRef } from 'react'

const names: Record<string, string> = {
  bold: 'Bold',
  italic: 'Italic',
  link: 'Link',
  horizontalRule: 'Line',
  'block-image': 'Picture',
  'block-button': 'Button',
  'block-menu': 'Menu',
}

const others = {
  '.LexicalEditorTheme__block__removeButton': 'Take it out',
  '.upload-relationship-details__edit': 'What is known of the picture',
  '.upload-relationship-details__remove': 'Choose another picture',
}

/** Adds the accessible names that Payload's editor lacks. */
function nameParts(field: Element) {
  for (const button of field.querySelectorAll<HTMLElement>('.toolbar-popup__button')) {
    const name = names[button.dataset.buttonKey ?? '']
    if (!name) continue
    button.setAttribute('aria-label', name)
    button.title = name
    const is = (state: string) => String(button.classList.contains(state))
    if (name === 'Bold' || name === 'Italic' || name === 'Link') {
      button.setAttribute('aria-pressed', is('active'))
    }
    button.setAttribute('aria-disabled', is('disabled'))
  }
  for (const list of field.querySelectorAll('.toolbar-popup__dropdown-text')) {
    list.setAttribute('aria-label', `${list.textContent?.trim() || 'Text'}, kind of text`)
  }
  for (const [selector, name] of Object.entries(others)) {
    for (const button of field.querySelectorAll(selector)) button.setAttribute('aria-label', name)
  }
}

/**
 * When the drawer of a link closes, the focus returns to the editor, with the caret behind the link.
 * Payload selects the link's words again, so that the next key would replace them.
 */
function useCaretAfterLink(editor: LexicalEditor): void {
  const { modalState } = useModal()
  const isOpen = Object.values(modalState).some(
    ({ slug, isOpen }) => isOpen && slug?.includes('lexical-rich-text-link'),
  )
  const wasOpen = useRef(false)
  useEffect(() => {
    const isClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!isClosed) return
    const collapse = () =>
      editor.update(
        () => {
          const selection = $getSelection()
          if (!$isRangeSelection(selection)) return
          const { key, offset, type } = selection.isBackward() ? selection.anchor : selection.focus
          selection.anchor.set(key, offset, type)
          selection.focus.set(key, offset, type)
        },
        { onUpdate: () => editor.focus() },
      )
    // This runs after Payload has changed the link, in an earlier timer of 1 ms, and has selected its words,
    // in an earlier effect.
    const timer = setTimeout(collapse, 1)
    return () => clearTimeout(timer)
  }, [editor, isOpen])
}

function NameParts() {
  const [editor] = useLexicalComposerContext()
  useCaretAfterLink(editor)
  useEffect(() => {
    const watch = new MutationObserver(([change]) => {
      const field = (change?.target as Element | undefined)?.closest('.rich-text-lexical')
      if (field) nameParts(field)
    })
    const stop = editor.registerRootListener((root) => {
      watch.disconnect()
      const field = root?.closest('.rich-text-lexical')
      if (!root || !field) return
      root.setAttribute('aria-label', 'Letter')
      nameParts(field)
      watch.observe(field, {
        childList: true,
        subtree: true,
        attributes: true,
        attributeFilter: ['class'],
      })
    })
    return () => {
      stop()
      watch.disconnect()
    }
  }, [editor])
  return null
}

export const EditorLabels = createClientFeature({
  plugins: [{ Component: NameParts, position: 'normal' }],
})
