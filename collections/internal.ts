import { NotFound, type SanitizedConfig } from 'payload'

/** Payload's own collections have no versions, but an endpoint that fails when it looks for them. */
export function withoutInternalVersions(config: SanitizedConfig): SanitizedConfig {
  for (const collection of config.collections) {
    if (collection.versions || !collection.slug.startsWith('payload-')) continue
    collection.access.readVersions = ({ req }) => {
      throw new NotFound(req.t)
    }
  }
  return config
}
