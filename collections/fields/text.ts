import type { TextField } from 'payload'

/** A field for a wall-clock time, `HH:MM`. */
export const clockField = (name: string): TextField => ({
  name,
  type: 'text',
  required: true,
  admin: { placeholder: '17:30', width: '50%' },
  validate: (value: unknown, { required }: { required?: boolean }) =>
    (!required && !value) ||
    (typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(value)) ||
    'Write the time as HH:MM, for example 17:30.',
})
