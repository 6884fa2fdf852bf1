// The commands of applications, and the effects of deploying a manifest.
import { CommandTree } from "../commands/command-tree.tsx";
import { CommandVersions } from "../commands/command-versions.tsx";
import { ManifestCheck } from "../commands/manifest-check.tsx";
import {
  ApplicationOfPage,
  useApplications,
  useChosenApplication,
} from "../parts/application-choice.tsx";
import { Empty, Fault, Page } from "../parts/parts.tsx";

export function CommandsPage() {
  const application = useChosenApplication();
  const { error, isLoading } = useApplications();
  return (
    <Page title="Commands" actions={<ApplicationOfPage />}>
      {application === "" ? (
        <>
          <Fault error={error} />
          <Empty isLoading={isLoading}>
            This world has no applications. Add one under Data, or load a world file under Worlds.
          </Empty>
        </>
      ) : (
        <>
          <CommandTree application={application} />
          <ManifestCheck key={application} application={application} />
          <CommandVersions application={application} />
        </>
      )}
    </Page>
  );
}
