import type { ServerProps } from 'payload'
import { findAdminContext } from './find-admin-context.ts'

/** A door with six lights, in the current text colour. */
const Mark = () => (
  <svg className="mark" viewBox="0 0 64 64" aria-hidden="true" fill="currentColor">
    <path d="M7 62L7 27A25 25 0 0 1 57 27L57 62L51 62L51 27A19 19 0 0 0 13 27L13 62Z" />
    <path
      fillRule="evenodd"
      d="M16 62L16 27A16 16 0 0 1 48 27L48 62ZM18.5 27.6a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 1 0 -5.8 0ZM25.3 27a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 1 0 -5.8 0ZM32.1 26.4a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 1 0 -5.8 0ZM38.9 25.8a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 1 0 -5.8 0ZM40.3 33a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 1 0 -5.8 0ZM41.7 40.2a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 1 0 -5.8 0Z"
    />
  </svg>
)

export const Icon = () => <Mark />

export async function Logo({ payload }: ServerProps) {
  const { name } = await findAdminContext(payload)
  return (
    <div className="admin-logo">
      <Mark />
      <p>{name}</p>
    </div>
  )
}
