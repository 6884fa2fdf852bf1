// The commands of applications, and what deploying a manifest would do to them.
import { CommandTree } from "../commands/command-tree.tsx";
import { CommandVersions } from "../commands/command-versions.tsx";
import { ManifestCheck } from "../commands/manifest-check.tsx";
import { ApplicationOfPage, useChosenApplication } from "../parts/application-choice.tsx";
import { Page } from "../parts/parts.tsx";

export function CommandsPage() {
  const application = useChosenApplication();
  return (
    <Page title="Commands" actions={<ApplicationOfPage />}>
      <CommandTree application={application} />
      {application === "" ? null : (
        <>
          <ManifestCheck key={application} application={application} />
          <CommandVersions application={application} />
        </>
      )}
    </Page>
  );
}
