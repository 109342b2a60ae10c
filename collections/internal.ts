import { NotFound, type SanitizedConfig } from 'payload'

/** Removes Payload's endpoints for versions from collections without versions, where they would fail. */
export function withoutMissingVersions(config: SanitizedConfig): SanitizedConfig {
  for (const collection of config.collections) {
    if (collection.versions) continue
    if (collection.endpoints) {
      collection.endpoints = collection.endpoints.filter(
        ({ method, path }) => !(method === 'post' && path.startsWith('/versions')),
      )
    }
    if (!collection.slug.startsWith('payload-')) continue
    collection.access.readVersions = ({ req }) => {
      throw new NotFound(req.t)
    }
  }
  return config
}
