type Problem = { label?: unknown; path?: string; message?: string }

/**
 * The problems of a refused record in one line, each with the label of its field.
 * @returns null if `error` is not a validation error
 */
export function validationMessage(error: unknown): string | null {
  const { name, data } = (error ?? {}) as { name?: string; data?: { errors?: Problem[] } }
  if (name !== 'ValidationError' || !data?.errors?.length) return null
  return data.errors
    .map(({ label, path = '', message = '' }) => {
      const field = (typeof label === 'string' && label) || path
      // Payload's toast splits the line at its first colon, and would show `https: //`.
      const problem = message.replace(/(https?):\/\/(?!\w)/g, '$1')
      return `${field.replaceAll(' > ', ' › ')} – ${problem}`
    })
    .join(' · ')
}
