import { useEditorConfigContext } from '@payloadcms/richtext-lexical/client'
import { $getRoot, type LexicalNode } from '@payloadcms/richtext-lexical/lexical'
import { useField, useFormFields } from '@payloadcms/ui'
import { useEffect } from 'react'

type Fields = Record<string, unknown>
type BlockNode = LexicalNode & {
  getFields: () => Fields
  setFields: (fields: Fields, isSubForm: boolean) => void
}

const isBlock = (node: LexicalNode): node is BlockNode => node.getType() === 'block'

/**
 * Like `useField`, for a field of a block in the letter. Payload copies a block's values into the letter
 * only when the server has replied to a change, and the reply to an earlier change overwrites a later
 * change. This hook writes the value at once, and again after such a reply.
 */
export function useBlockField<Value>(path: string) {
  const { editor } = useEditorConfigContext()
  const field = useField<Value>({ path })
  const id = useFormFields(([fields]) => fields?.id?.value)
  const { value } = field
  useEffect(() => {
    if (!id || value === undefined) return
    const findOutdatedBlock = () =>
      $getRoot()
        .getChildren()
        .filter(isBlock)
        .find((node) => node.getFields().id === id && (node.getFields()[path] ?? null) !== value)
    const write = () => {
      if (!editor.getEditorState().read(findOutdatedBlock)) return
      editor.update(() => {
        const block = findOutdatedBlock()
        block?.setFields({ ...block.getFields(), [path]: value }, true)
      })
    }
    write()
    return editor.registerUpdateListener(write)
  }, [editor, id, path, value])
  return field
}
