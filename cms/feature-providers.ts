import type { Feature } from './feature.ts'
import { features } from './features.ts'

/**
 * A function that exactly one feature provides.
 * @throws Error if no feature or more than one provides it
 */
export function requireProvider<Name extends 'findMember' | 'followLink' | 'findRedirect' | 'site'>(
  name: Name,
): NonNullable<Feature[Name]> {
  const [provided, ...others] = features.flatMap((feature) => feature[name] ?? [])
  if (!provided || others.length) throw new Error(`One feature must provide ${name}.`)
  return provided as NonNullable<Feature[Name]>
}
