import { NotFound, type SanitizedConfig } from 'payload'

/**
 * Payload adds endpoints for versions to every collection. In collections without versions these endpoints would
 * fail. This function removes the POST endpoints of such collections. For Payload's own collections, it answers
 * requests to read versions with 404.
 */
export function disableMissingVersions(config: SanitizedConfig): SanitizedConfig {
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
