type Fault = { label?: unknown; path?: string; message?: string }

/**
 * The faults of a refused record in one line, each with the name of its field.
 * @returns null where `error` is of another kind
 */
export function validationMessage(error: unknown): string | null {
  const { name, data } = (error ?? {}) as { name?: string; data?: { errors?: Fault[] } }
  if (name !== 'ValidationError' || !data?.errors?.length) return null
  return data.errors
    .map(({ label, path = '', message = '' }) => {
      const field = (typeof label === 'string' && label) || path
      return `${field.replaceAll(' > ', ' › ')} – ${message}`
    })
    .join(' · ')
}
