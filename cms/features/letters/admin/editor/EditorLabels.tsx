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

/** Names of toolbar buttons by `data-button-key`. */
const toolbarNames: Record<string, string> = {
  bold: 'Bold',
  italic: 'Italic',
  link: 'Link',
  horizontalRule: 'Line',
  'block-image': 'Picture',
  'block-button': 'Button',
  'block-menu': 'Menu',
  'block-programme': 'What’s on',
}

/** Adds the accessible names that Payload's editor lacks. */
function labelControls(field: Element) {
  for (const button of field.querySelectorAll<HTMLElement>('.toolbar-popup__button')) {
    const name = toolbarNames[button.dataset.buttonKey ?? '']
    if (!name) continue
    button.setAttribute('aria-label', name)
    button.title = name
    const hasClass = (name: string) => String(button.classList.contains(name))
    if (name === 'Bold' || name === 'Italic' || name === 'Link') {
      button.setAttribute('aria-pressed', hasClass('active'))
    }
    button.setAttribute('aria-disabled', hasClass('disabled'))
  }
  for (const list of field.querySelectorAll('.toolbar-popup__dropdown-text')) {
    list.setAttribute('aria-label', `${list.textContent?.trim() || 'Text'}, kind of text`)
  }
  for (const button of field.querySelectorAll('.LexicalEditorTheme__block__removeButton')) {
    button.setAttribute('aria-label', 'Take it out')
  }
}

/**
 * Returns the focus to the editor when the drawer of a link closes, and puts the caret after the link.
 * Payload selects the words of the link instead, and the next key press would replace them.
 */
function useCaretAfterLink(editor: LexicalEditor): void {
  const { modalState } = useModal()
  const isOpen = Object.values(modalState).some(
    ({ slug, isOpen }) => isOpen && slug?.includes('lexical-rich-text-link'),
  )
  const wasOpen = useRef(false)
  useEffect(() => {
    const hasJustClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!hasJustClosed) return
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
    // Payload has already started a 1 ms timer that changes the link, and restores the selection in an effect.
    // A timer of 1 ms that starts now runs after both.
    const timer = setTimeout(collapse, 1)
    return () => clearTimeout(timer)
  }, [editor, isOpen])
}

function EditorPlugin() {
  const [editor] = useLexicalComposerContext()
  useCaretAfterLink(editor)
  useEffect(() => {
    const watch = new MutationObserver(([change]) => {
      const field = (change?.target as Element | undefined)?.closest('.rich-text-lexical')
      if (field) labelControls(field)
    })
    const stop = editor.registerRootListener((root) => {
      watch.disconnect()
      const field = root?.closest('.rich-text-lexical')
      if (!root || !field) return
      root.setAttribute('aria-label', 'Letter')
      labelControls(field)
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
  plugins: [{ Component: EditorPlugin, position: 'normal' }],
})
