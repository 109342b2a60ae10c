'use client'
import { createClientFeature, useEditorConfigContext } from '@payloadcms/richtext-lexical/client'
import { useField } from '@payloadcms/ui'
import { useEffect } from 'react'

/**
 * Writes the text to the form with each change. Payload's editor writes it up to half a second later. A save or preview
 * in that time would miss the last words, and a refresh of the form would overwrite them.
 */
function SyncPlugin() {
  const { editor, fieldProps } = useEditorConfigContext()
  const { setValue } = useField({ path: fieldProps.path })
  useEffect(
    () =>
      editor.registerUpdateListener(
        ({ dirtyElements, dirtyLeaves, editorState, prevEditorState, tags }) => {
          const isChanged = dirtyElements.size > 0 || dirtyLeaves.size > 0
          // Plugins mark nodes as changed when they start. These updates have the tag `history-merge`.
          const isProgrammatic = tags.has('focus') || tags.has('history-merge')
          if (!isChanged || prevEditorState.isEmpty() || isProgrammatic) return
          setValue(editorState.toJSON())
        },
      ),
    [editor, setValue],
  )
  return null
}

export const EagerSync = createClientFeature({
  plugins: [{ Component: SyncPlugin, position: 'normal' }],
})
