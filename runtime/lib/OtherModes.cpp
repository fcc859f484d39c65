#include "OtherModes.h"

#include "Autocast.h"
#include "TraceState.h"

#include <c10/core/impl/LocalDispatchKeySet.h>

namespace fx::runtime {

bool has_other_modes() {
  const ThreadTrace& trace = this_thread();
  const c10::DispatchKeySet included = c10::impl::tls_local_dispatch_key_set().included_;
  return trace.tracer != nullptr || trace.stand_ins != nullptr || trace.observer != nullptr ||
         trace.take_apart != nullptr || !(included - c10::default_included_set).empty() ||
         is_autocast_on(/*on_cpu=*/true) || is_autocast_on(/*on_cpu=*/false);
}

} // namespace fx::runtime
