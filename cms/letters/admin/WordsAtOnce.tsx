'use client'
import { createClientFeature, useEditorConfigContext } from '@payloadcms/richtext-lexical/client'
import { useField } from '@payloadcms/ui'
import { useEffect } from 'react'

/**
 * Payload’s editor hands its words to the form when the browser has nothing else to do, up to half a
 * second late: whoever saves the letter or looks at it at once would do so without the last of them.
 * So they are handed over before a shortcut is heard and when the editor is left.
 */
function HandOver() {
  const { editor, fieldProps } = useEditorConfigContext()
  const { setValue } = useField({ path: fieldProps.path })
  useEffect(() => {
    let isOwed = false
    const handOver = () => {
      if (isOwed) setValue(editor.getEditorState().toJSON())
      isOwed = false
    }
    const beforeShortcut = ({ ctrlKey, metaKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey) handOver()
    }
    const stopUpdates = editor.registerUpdateListener(
      ({ dirtyElements, dirtyLeaves, prevEditorState, tags }) => {
        const isTyped = dirtyElements.size > 0 || dirtyLeaves.size > 0
        if (isTyped && !prevEditorState.isEmpty() && !tags.has('focus')) isOwed = true
      },
    )
    const stopRoots = editor.registerRootListener((root, before) => {
      before?.removeEventListener('focusout', handOver)
      before?.removeEventListener('keydown', beforeShortcut)
      root?.addEventListener('focusout', handOver)
      root?.addEventListener('keydown', beforeShortcut)
    })
    return () => {
      stopUpdates()
      stopRoots()
    }
  }, [editor, setValue])
  return null
}

export const WordsAtOnce = createClientFeature({
  plugins: [{ Component: HandOver, position: 'normal' }],
})
