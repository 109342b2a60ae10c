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
 * As `useField`, for a field of a block in the letter. Payload writes a block's values to the
 * letter only with the server's reply to a change, and a reply to an earlier change reverts a later
 * one. This writes the value at once, and again after such a reply.
 */
export function useBlockField<Value>(path: string) {
  const { editor } = useEditorConfigContext()
  const field = useField<Value>({ path })
  const id = useFormFields(([fields]) => fields?.id?.value)
  const { value } = field
  useEffect(() => {
    if (!id || value === undefined) return
    const blockWithout = () =>
      $getRoot()
        .getChildren()
        .filter(isBlock)
        .find((node) => node.getFields().id === id && (node.getFields()[path] ?? null) !== value)
    const write = () => {
      if (!editor.getEditorState().read(blockWithout)) return
      editor.update(() => {
        const block = blockWithout()
        block?.setFields({ ...block.getFields(), [path]: value }, true)
      })
    }
    write()
    return editor.registerUpdateListener(write)
  }, [editor, id, path, value])
  return field
}
