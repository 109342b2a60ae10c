'use client'
import { createClientFeature, useEditorConfigContext } from '@payloadcms/richtext-lexical/client'
import { useField } from '@payloadcms/ui'
import { useEffect } from 'react'

/**
 * Payload's editor writes its text to the form up to half a second late, so an immediate save or preview
 * would miss the last words. This writes it before a keyboard shortcut and when the editor loses focus.
 */
function SyncPlugin() {
  const { editor, fieldProps } = useEditorConfigContext()
  const { setValue } = useField({ path: fieldProps.path })
  useEffect(() => {
    let isPending = false
    const sync = () => {
      if (isPending) setValue(editor.getEditorState().toJSON())
      isPending = false
    }
    const beforeShortcut = ({ ctrlKey, metaKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey) sync()
    }
    const stopUpdates = editor.registerUpdateListener(
      ({ dirtyElements, dirtyLeaves, prevEditorState, tags }) => {
        const isTyped = dirtyElements.size > 0 || dirtyLeaves.size > 0
        if (isTyped && !prevEditorState.isEmpty() && !tags.has('focus')) isPending = true
      },
    )
    const stopRoots = editor.registerRootListener((root, before) => {
      before?.removeEventListener('focusout', sync)
      before?.removeEventListener('keydown', beforeShortcut)
      root?.addEventListener('focusout', sync)
      root?.addEventListener('keydown', beforeShortcut)
    })
    return () => {
      stopUpdates()
      stopRoots()
    }
  }, [editor, setValue])
  return null
}

export const EagerSync = createClientFeature({
  plugins: [{ Component: SyncPlugin, position: 'normal' }],
})
